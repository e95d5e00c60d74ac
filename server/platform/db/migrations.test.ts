import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBreakingChanges, listNewTables } from '../../testing/databases/contrae'
import { listArchivosMigration, requiresOf } from './migrate'
import publicado from './publicado.json'

const FOLDER = join(import.meta.dirname, 'migrations')
const read = (nombre: string) => readFileSync(join(FOLDER, nombre), 'utf8')
const archivos = listArchivosMigration()
const nuevos = archivos.filter((f) => f > publicado.migracion)
const unreleased = nuevos.flatMap((f) => listNewTables(read(f)))

test('what the last release knows is here', () => {
  expect(archivos).toContain(publicado.migracion)
  expect(publicado.commit).toMatch(/^[0-9a-f]{40}$/)
})

test('a change beside which the last release cannot work says which released change made it possible', () => {
  const malos = nuevos.flatMap((f) => {
    const requires = requiresOf(read(f))
    if (requires === null) return listBreakingChanges(read(f), unreleased).map((que) => `${f} ${que}`)
    if (!archivos.includes(requires)) return `${f} ends a change that is not here: ${requires}`
    return requires > publicado.migracion ? `${f} ends ${requires}, which no release has yet` : []
  })
  expect(malos).toEqual([])
})

test.each([
  'drop table lt',
  'drop table if exists lt',
  'ALTER TABLE lt\n  DROP COLUMN nombre',
  'alter table lt drop nombre',
  'alter table lt add column a int, drop column nombre',
  'alter table lt rename to pieza',
  'alter table lt rename column nombre to titulo',
  'alter table lt alter column nombre type varchar(20)',
  'alter table lt alter nombre set data type varchar(20)',
  'alter table lt alter column nombre set not null',
  'alter table lt add column a int not null',
  'alter table lt add constraint corto check (length(nombre) < 20)',
  'alter table lt add unique (nombre)',
  'create unique index lt_nombre on lt (nombre)',
  'alter table lt add column nota text; create unique index lt_nota on lt (nota, nombre)',
  'drop view dispositivo_actual',
  'drop trigger avisa on lt',
  'drop function pon_particion(date)',
  'truncate lt',
  'do $$ begin if true then alter table lt drop column nombre; end if; end $$',
])('takes something away: %s', (sql) => {
  expect(listBreakingChanges(`-- a comment\n${sql};`)).toHaveLength(1)
})

test.each([
  'alter table lt add column nota text, add column mes text; create unique index lt_nota on lt (nota, mes)',
  'create table lt_nota (id bigint primary key, texto text not null); create unique index on lt_nota (texto); alter table lt_nota add unique (texto)',
  'alter table lt add column a int, add column b int not null default 0, add c text',
  'alter table lt drop constraint corto',
  'alter table lt alter column nombre drop not null, alter column nombre set default 0',
  'drop index lt_nombre; create index on lt (nombre)',
  "insert into lt_nota (id, texto) values (1, 'drop table lt;')",
  '-- drop table lt\nselect 1',
  'drop view lt_vista; create view lt_vista as select 1',
  'drop trigger avisa on lt; create trigger avisa after insert on lt execute function avisa()',
  'create or replace function f() returns void language plpgsql as $$ begin drop table lt; end $$',
])('takes nothing away: %s', (sql) => {
  expect(listBreakingChanges(`${sql};`)).toEqual([])
})

test('what no release has can be changed', () => {
  const sql =
    'alter table lt drop column nombre; create unique index lt_mes on lt (mes); drop trigger avisa on lt'
  expect(listBreakingChanges(`${sql};`)).toHaveLength(3)
  expect(listBreakingChanges(`${sql};`, ['lt'])).toEqual([])
})
