-- Changes the case of the name.

SELECT LoAd_ExTeNsIoN('evil')
