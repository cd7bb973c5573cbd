-- Imports tables of another server.

IMPORT FOREIGN SCHEMA x FROM SERVER y INTO public
