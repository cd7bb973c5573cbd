-- Takes the shortest wrong comment: its star does not close it.

SELECT 1 /*/ , 2 */ , 3 */
