-- Names in other scripts.

SELECT name AS 名前, id AS größe FROM users AS пользователи
