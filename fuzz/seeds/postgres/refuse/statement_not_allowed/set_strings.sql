-- Changes how literals are read.

SET standard_conforming_strings = off
