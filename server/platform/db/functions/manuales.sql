-- One character for one, so that a place in the one text is the same place in the other.
create or replace function sin_acentos(t text) returns text language sql immutable parallel safe as $$
  select translate(lower(t), 'áàâäéèêëíìîïóòôöúùûüç', 'aaaaeeeeiiiioooouuuuc')
$$;
