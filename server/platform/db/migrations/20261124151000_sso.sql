-- Single sign-on. Logins that are under way at the provider; each is good once.
create table sso_intento (
  cookie_hash bytea primary key,
  estado text not null,
  nonce text not null,
  verificador text not null,
  -- Path of ours that the login was for.
  volver text,
  creado timestamptz not null default now()
);
create index on sso_intento (creado);

-- Whose an identity of the provider is: by issuer and sub, which never change, and never by a mail.
create table identidad (
  emisor text not null,
  sub text not null,
  usuario_id bigint not null unique references usuario (id) on delete cascade,
  creada timestamptz not null default now(),
  primary key (emisor, sub)
);
create trigger auditada after insert or update or delete on identidad for each row execute function auditar();

-- What ends a session at the provider too.
create table sesion_sso (
  token_hash bytea primary key references sesion (token_hash) on delete cascade on update cascade,
  id_token text not null
);

-- The people of the company come in by single sign-on only.
alter table empresa add column exigir_sso boolean not null default false;
