-- Lists folders by an extension.

SELECT name FROM fsdir('/')
