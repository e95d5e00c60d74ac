-- Who did what to what: written by the tables themselves, in the transaction of the change, whenever a person makes it.
-- The program names the person with set_config('retorna.autor', …, true); what readers send has no author.
create table auditoria (
  id bigint generated always as identity primary key,
  momento timestamptz not null default now(),
  usuario_id bigint,
  username text not null,
  direccion text,
  -- Company of the thing that changed; null: of none.
  empresa_id int,
  accion text not null check (accion in ('crear', 'cambiar', 'eliminar')),
  entidad text not null,
  entidad_id text not null,
  -- What people call the thing.
  nombre text,
  -- Only what changed; whole where it was made or removed. Never a secret.
  antes jsonb,
  despues jsonb
);
create index auditoria_momento_id_idx on auditoria (momento desc, id desc);
create index auditoria_entidad_entidad_id_momento_idx on auditoria (entidad, entidad_id, momento desc);
create index auditoria_empresa_id_momento_idx on auditoria (empresa_id, momento desc);
create index auditoria_etiqueta on auditoria ((antes ->> 'mac')) where entidad = 'dispositivo' and accion = 'cambiar' and (despues ? 'mac');
create index auditoria_empresa_id_entidad_idx on auditoria (empresa_id, entidad);
create trigger auditoria_fija before update or delete on auditoria for each row execute function impedir_cambio();
create trigger auditoria_entera before truncate on auditoria for each statement execute function impedir_cambio();
