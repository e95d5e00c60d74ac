import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '../../../platform/config/config'
import { ErrorStartup } from '../../../platform/config/startup-errors'
import { createDb, createPool } from '../../../platform/db/client'
import { migrate } from '../../../platform/db/migrate'
import { createPlanta } from '../../../testing/ciclo'
import { needs } from '../../../testing/necesita'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { handleRoles, limitRoles, readRolesOrder } from './roles'
import { verifierOf } from './verifier'

const VIEWS = ['contenedores', 'estancias', 'eventos', 'incidencias', 'visitas', 'previsiones']
const CONSOLA = { id: null, username: 'consola', direccion: null }
const CONSTANTES = { COPIAS_DIAS: '0', NODE_ENV: 'test' }

/** The embedded database has an address too, but no other role can log in there. */
describe.runIf(inject('base').hay)(
  'roles of analysts',
  needs(!inject('base').parametros, 'son de un PostgreSQL externo'),
  () => {
    let p: Prueba
    const mine = `bi_prueba_${process.pid}`
    const roles = { una: `${mine}_una`, dos: `${mine}_dos`, todas: `${mine}_todas`, ida: `${mine}_ida` }
    const open: pg.Client[] = []

    const run = (args: string[], env: Record<string, string> = {}) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/start/user.ts', ...args], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, ...CONSTANTES, DATABASE_URL: p.url, ...env },
      }).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        (e) => ({ code: Number(e.code), said: String(e.stderr) }),
      )
    /** The same without a process of its own. */
    const ask = (url: string, order: string) => {
      const [que, ...options] = order.split(' ')
      const values: Record<string, string> = {}
      for (let i = 0; i < options.length; i += 2) values[(options[i] ?? '').slice(2)] = options[i + 1] ?? ''
      const pool = createPool(url, { max: 2 })
      const work = async () => handleRoles(createDb(pool), CONSOLA, readRolesOrder(que, values))
      return work()
        .then(
          (said) => ({ code: 0, said }),
          (e) => {
            if (!(e instanceof ErrorStartup)) throw e
            return { code: 1, said: e.message }
          },
        )
        .finally(() => pool.end())
    }
    const bi = (order: string) => ask(p.url, order)
    const loginAs = async (rol: string, clave = '', base = new URL(p.url).pathname) => {
      const url = new URL(base, p.url)
      url.search = new URL(p.url).search
      url.username = rol
      url.password = clave
      const c = new pg.Client({ connectionString: url.href })
      c.on('error', () => {})
      await c.connect()
      open.push(c)
      return c
    }

    beforeAll(async () => {
      p = await startPrueba()
      await p.servidor.jobs.stop()
      const planta = await createPlanta(p)
      await planta.put('AC0000000001', '20014-1', [
        ['Lleno', 100, 90],
        ['Línea', 90, null],
      ])
      await planta.keep()
      await p.register('AABBCC000002', 'SmartBle', '30014-002', { empresa: 2 })
      // One row of each set in companies 1 and 2.
      await p.servidor.pool.query(`
        with d as (select id, empresa_id from dispositivo where mac in ('AC0000000001', 'AABBCC000002')),
        i as (insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta) select empresa_id, id, now(), now() from d),
        e as (insert into evento (id, empresa_id, dispositivo_id, tiempo, estado) select 7 + id, empresa_id, id, now(), 0 from d),
        c as (insert into ciclo (empresa_id, nombre) values (2, 'Secreto') returning id),
        t as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase) select 2, id, 'Secreta', 1, 'vacios' from c returning id, ciclo_id),
        v as (insert into visita (empresa_id, dispositivo_id, familia, ciclo_id, etapa_id, ubicacion_id, desde, reloj_desde)
          select 2, d.id, '30014', t.ciclo_id, t.id, 0, now() - interval '1 hour', 0 from t, d where d.empresa_id = 2),
        s as (insert into prevision_serie (empresa_id, etapa_id, familia, momento, stock, salidas)
          select 2, id, 'x', now(), 3, 0 from t union all (select 1, id, 'x', now(), 3, 0 from etapa order by id limit 1) returning id)
        insert into prevision (serie_id, emitida, horas, q10, q50, q90, stock, metodo, fiable)
          select id, now(), '{}', '{}', '{}', '{}', 3, 'nada', false from s`)
      await p.servidor.pool.query(`
        insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
        select empresa_id, id, 1, now() - interval '2 days', now() - interval '1 day' from dispositivo where mac = 'AABBCC000002'`)
    })
    afterAll(async () => {
      for (const c of open) await c.end().catch(() => {})
      for (const rol of Object.values(roles)) {
        const { rowCount } = await p.servidor.pool.query('select from pg_roles where rolname = $1', [rol])
        if (rowCount) await p.servidor.pool.query(`drop owned by ${rol}; drop role ${rol}`)
      }
      await p.stop()
    })

    test('its password is kept as PostgreSQL keeps one', async () => {
      const { rows } = await p.servidor.pool
        .query(`
        set password_encryption = 'scram-sha-256'; create role ${roles.ida} password 'una clave: "larga"';
        select rolpassword as v from pg_authid where rolname = '${roles.ida}'`)
        .then((r) => (r as never as pg.QueryResult[])[2] as pg.QueryResult)
      await p.servidor.pool.query(`drop role ${roles.ida}`)
      const [, , salt = ''] = /^SCRAM-SHA-256\$(\d+):([^$]+)/.exec(rows[0].v) ?? []
      expect(verifierOf('una clave: "larga"', Buffer.from(salt, 'base64'))).toBe(rows[0].v)
    })

    test('one of a company sees its rows and no others, in each view; one of all sees all', async () => {
      const made = (said: string) => expect(said).toMatch(/no se vuelve a mostrar\): [\w-]{32}\n/)
      const line = await run(['bi', 'create', '--rol', roles.una, '--empresa', '1', '--conexiones', '2'])
      made(line.said)
      made((await bi(`create --rol ${roles.dos} --empresa 2`)).said)
      made((await bi(`create --rol ${roles.todas} --empresa todas`)).said)
      const seen = async (rol: string) => {
        const c = await loginAs(rol)
        const all = []
        for (const view of VIEWS)
          all.push(
            (await c.query(`select distinct empresa_id from ${view} order by 1`)).rows.map(
              (r) => r.empresa_id,
            ),
          )
        await c.end()
        return all
      }
      expect(await seen(roles.una)).toEqual(VIEWS.map(() => [1]))
      expect(await seen(roles.dos)).toEqual(VIEWS.map(() => [2]))
      expect(await seen(roles.todas)).toEqual(VIEWS.map(() => [1, 2]))
      const { said } = await bi('list')
      expect(said).toContain(`${roles.una}: empresa 1 Empresa 1; 0 de 2 conexiones`)
      expect(said).toContain(`${roles.todas}: todas las empresas; 0 de 5 conexiones`)
    })

    test('no function that tells what it is given, and no error, tells of rows of another company', async () => {
      // A schema that another user has opened to everybody; the planner considers its function cheaper than any other condition.
      await p.servidor.pool.query(`
        create schema ajeno; grant usage on schema ajeno to public;
        create function ajeno.contar(t text) returns boolean cost 0.0000001 language plpgsql as
          $$ begin raise notice 'VISTO %', t; return true; end $$`)
      const c = await loginAs(roles.una)
      const told: string[] = []
      c.on('notice', (n) => told.push(String(n.message)))
      for (const view of VIEWS) await c.query(`select from bi.${view} where ajeno.contar(empresa_id::text)`)
      expect(new Set(told)).toEqual(new Set(['VISTO 1']))
      expect(told.length).toBeGreaterThanOrEqual(VIEWS.length)
      // The error message would show data of other companies.
      await expect(c.query('select from bi.contenedores where contenedor::int > 0')).rejects.toThrow(
        '20014-1',
      )
      await expect(c.query('select from bi.visitas where 1 / (empresa_id - 2) < 0')).resolves.toBeTruthy()
      await c.end()
      await p.servidor.pool.query('drop schema ajeno cascade')
    })

    test('it reads nothing else, writes nothing and becomes nobody else', async () => {
      const c = await loginAs(roles.una)
      const code = (sql: string) =>
        c.query(sql).then(
          () => 'done',
          (e) => e.code,
        )
      const { rows } = await p.servidor.pool.query<{ t: string }>(
        `select oid::regclass::text as t from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace = 'public'::regnamespace`,
      )
      expect(rows.length).toBeGreaterThan(50)
      for (const { t } of rows)
        expect([t, await code(`select from public.${t.replace('public.', '')}`)]).toEqual([t, '42501'])
      // First with its read-only default, then with that switched off by the role itself.
      expect(await code('create table bi.x ()')).toBe('25006')
      await c.query('set default_transaction_read_only = off')
      for (const sql of [
        'create table bi.x ()',
        'create table public.x ()',
        'create temporary table x ()',
        'create schema x',
        'create function pg_temp.x() returns int language sql as $$ select 1 $$',
        'insert into bi.eventos (empresa_id) values (1)',
        'delete from bi.estancias',
        'update public.empresa set nombre = nombre',
        `insert into public.bi_rol (rol) values ('${roles.una}')`,
        'create role x',
        `alter role ${roles.una} connection limit 99`,
        `set role ${roles.dos}`,
        `set session authorization ${roles.dos}`,
        'set role postgres',
        `select pg_read_file('/etc/passwd')`,
        `copy bi.eventos to program 'cat'`,
      ])
        expect([sql, await code(sql)]).toEqual([sql, expect.stringMatching(/^(42501|55000|0A000)$/)])
      const { rows: definer } = await p.servidor.pool.query(
        "select proname from pg_proc where prosecdef and pronamespace not in ('pg_catalog'::regnamespace)",
      )
      expect(definer).toEqual([])
      await c.end()
    })

    test('its connections and their time are few', async () => {
      const [a, b] = [await loginAs(roles.una), await loginAs(roles.una)]
      await expect(loginAs(roles.una)).rejects.toMatchObject({ code: '53300' })
      const show = async (name: string) => (await a.query(`show ${name}`)).rows[0][name]
      expect(await show('statement_timeout')).toBe('5min')
      expect(await show('idle_in_transaction_session_timeout')).toBe('5min')
      expect(await show('idle_session_timeout')).toBe('30min')
      await Promise.all([a.end(), b.end()])
    })

    test('a session that turns its limits off is ended by the minute job, and others are not', async () => {
      const { pool } = p.servidor
      const db = createDb(pool)
      const limit = (minutos: number | null) =>
        pool.query('update bi_rol set minutos = $2 where rol = $1', [roles.una, minutos])
      const stateOf = async (pid: number) =>
        (await pool.query('select state from pg_stat_activity where pid = $1', [pid])).rows[0]?.state
      const other = await loginAs(roles.todas)
      for (const how of ['own', 'setting']) {
        const c = await loginAs(roles.una)
        const { rows } = await c.query('select pg_backend_pid() as pid')
        await c.query(`set default_transaction_read_only = off`)
        await c.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
        const here = (await c.query('select quote_ident(current_database()) as x')).rows[0].x
        await c.query(
          `alter role ${roles.una} in database ${here} set statement_timeout = '${how === 'own' ? '0' : '0s'}'`,
        )
        const long = c.query('select pg_sleep(60)').catch((e) => e.code)
        await limit(5)
        expect(await limitRoles(db)).toBe(0)
        await expect.poll(() => stateOf(rows[0].pid)).toBe('active')
        await limit(how === 'own' ? 0 : null)
        expect(await limitRoles(db)).toBe(1)
        expect(await long).toBe('57P01')
      }
      await limit(5)
      expect((await other.query('select 1 as x')).rows).toEqual([{ x: 1 }])
      await other.end()
    })

    test('with another password its sessions end; removed, nobody comes in with it', async () => {
      const c = await loginAs(roles.dos)
      const ended = new Promise((done) => c.once('end', done))
      const { said } = await bi(`clave --rol ${roles.dos}`)
      expect(said).toMatch(/[\w-]{32}\n$/)
      await ended
      const other = await loginAs(roles.dos)
      const gone = new Promise((done) => other.once('end', done))
      expect(await bi(`remove --rol ${roles.dos}`)).toEqual({
        code: 0,
        said: `Rol ${roles.dos} eliminado.\n`,
      })
      await gone
      await expect(loginAs(roles.dos)).rejects.toThrow(roles.dos)
      expect((await p.servidor.pool.query('select from bi_rol where rol = $1', [roles.dos])).rowCount).toBe(0)
    })

    test('the role of a company that is gone sees nothing, and can be removed', async () => {
      await p.servidor.pool.query("insert into empresa (id, nombre) values (77, 'Ida')")
      await bi(`create --rol ${roles.ida} --empresa 77`)
      await p.servidor.pool.query('delete from empresa where id = 77')
      const c = await loginAs(roles.ida)
      for (const view of VIEWS) expect((await c.query(`select from ${view}`)).rowCount).toBe(0)
      await c.end()
      expect((await bi('list')).said).toContain(`${roles.ida}: sin empresa, no ve nada`)
      expect((await bi(`remove --rol ${roles.ida}`)).code).toBe(0)
    })

    test('what cannot be is refused in words', async () => {
      const refused = async (order: string) => {
        const { code, said } = await bi(order)
        expect([order, code]).toEqual([order, 1])
        return said
      }
      expect(await refused(`create --rol ${roles.una} --empresa 1`)).toContain('Ya existe el rol')
      expect(await refused('create --rol x_nueva --empresa 999')).toContain('No existe la empresa 999')
      expect(await refused('create --rol x_nueva')).toContain('Uso:')
      expect(await refused(`create --rol x"; --empresa 1`)).toContain('--rol debe tener')
      expect(await refused('remove --rol postgres')).toContain('no se toca')
      expect(await refused('clave --rol no_hay')).toContain('No existe el rol')
      expect(await refused('otra')).toContain('Uso:')
      const integrada = await run(['bi', 'list'], { DATABASE_URL: '', DATA_DIR: 'data' })
      expect([integrada.code, integrada.said]).toEqual([1, expect.stringContaining('PostgreSQL externo')])
    })

    test('one who may not make roles, or not take from everybody what goes too far, is told so', async () => {
      const dueno = `${mine}_dueno`
      const nombre = new URL(p.url).pathname.slice(1)
      // Another database, whose owner has no other rights.
      const otra = `${nombre}_${process.pid}`
      await p.servidor.pool.query(`create role ${dueno} login`)
      try {
        await p.servidor.pool.query(`create database ${otra} owner ${dueno}`)
        const url = new URL(p.url)
        url.username = dueno
        url.pathname = `/${otra}`
        const create = () => ask(url.href, `create --rol ${roles.dos} --empresa 1`)
        const pool = createPool(url.href, { max: 1 })
        await migrate(pool)
        await pool.query("insert into empresa (id, nombre) values (1, 'Una') on conflict do nothing")
        await pool.query(`grant usage on schema public to ${dueno}`)
        await pool.end()
        expect((await create()).said).toContain('no puede crear roles')
        await p.servidor.pool.query(`alter role ${dueno} createrole`)
        await p.servidor.pool.query(`alter database ${otra} owner to postgres`)
        expect(await create()).toEqual({
          code: 1,
          said: expect.stringContaining('revoke temporary on database'),
        })
        expect((await bi(`clave --rol ${roles.dos}`)).said).toContain('No existe el rol')
        await p.servidor.pool.query(`alter database ${otra} owner to ${dueno}`)
        expect((await create()).code).toBe(0)
        // One who is no superuser ends what takes too long, too.
        const late = await loginAs(roles.dos, '', otra)
        await late.query('set statement_timeout = 0')
        const long = late.query('select pg_sleep(60)').catch((e) => e.code)
        const own = createPool(url.href, { max: 1 })
        await own.query('update bi_rol set minutos = 0')
        expect(await limitRoles(createDb(own)).finally(() => own.end())).toBe(1)
        expect(await long).toBe('57P01')
        // The role belongs to this database, and cannot be removed from the other one.
        expect((await bi(`remove --rol ${roles.dos}`)).said).toContain('no se toca')
        expect(await ask(url.href, `remove --rol ${roles.dos}`)).toEqual({
          code: 0,
          said: `Rol ${roles.dos} eliminado.\n`,
        })
      } finally {
        // The end of the run drops the database: a drop waits for a checkpoint, on a busy disk for more than a minute.
        const left = createPool(new URL(`/${otra}`, p.url).href, { max: 1 })
        await left
          .query(`reassign owned by ${dueno} to current_user; drop owned by ${dueno}`)
          .finally(() => left.end())
        await p.servidor.pool.query(`drop role ${dueno}`)
      }
    })
  },
)
