-- What the screen of batteries counts of one family, and the tags of which people are asked.
create index pila_familia on pila (empresa_id, familia, clase);
create index pila_pregunta on pila (empresa_id, familia) where fresca is not null;
