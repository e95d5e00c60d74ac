-- By when the stock is under its minimum, as likely as it is: until each of the forecast's hours. Null: it is already, or no path leads there.
alter table prevision add column p_horas real[];
