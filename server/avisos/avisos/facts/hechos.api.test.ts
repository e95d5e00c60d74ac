import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import { createDb, type Db } from '../../../platform/db/client'
import { passMinutes } from '../../../testing/clock'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { watchPlantas } from '../../causas/vigilar'
import { notifyCambios, notifyCausa } from './hechos'

const GW = 'C30000000C01'
const MACS = ['AC233F00C001', 'AC233F00C002', 'AC233F00C003']

describe.runIf(inject('base').hay)('facts become notices', () => {
  let p: Prueba
  let db: Db
  let credencial: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    db = createDb(p.servidor.pool)
    const { rows } = await p.servidor.pool.query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle 3') returning id",
    )
    await p.register(GW, 'Reader', 'LEC-C1', { lat: 42.84, lon: -2.67 })
    await p.servidor.pool.query('update dispositivo set ubicacion_id = $1 where mac = $2', [rows[0].id, GW])
    for (const [i, mac] of MACS.entries()) await p.register(mac, 'SmartBle', `20014-30${i}`)
    credencial = await p.issue(GW)
  })
  afterEach(async () => {
    for (const t of [
      'aviso',
      'aviso_hecho',
      'entrega',
      'causa',
      'vigilancia',
      'dicho',
      'cambio',
      'cambio_por_avisar',
    ])
      await p.servidor.pool.query(`delete from ${t}`)
  })
  afterAll(() => p.stop())

  const say = async (mac: string, mas: object = {}) => {
    const text = JSON.stringify({ mac, rssi: -60, tiempo: new Date().toISOString(), ...mas })
    expect((await p.send('retorna', text, credencial)).body).toMatchObject({ aceptadas: 1 })
  }
  const avisos = async (who = 'operario') =>
    (await p.call<{ data: Aviso[] }>('GET', '/api/avisos', { cookie: await p.as(who) })).body.data

  test('an impact that readers send is one notice, which leads to its incident; who died in between loses none', async () => {
    await say(MACS[0] as string, { aceleracion: [0.1, 0, 6.4] })
    // The fact waits to be reported, and its job is queued: the next process runs it.
    const { rows } = await p.servidor.pool.query('select count(*)::int as n from cambio_por_avisar')
    expect(rows[0].n).toBe(1)
    expect(
      (await p.servidor.pool.query("select count(*)::int as n from jobs.job where name = 'avisar'")).rows[0]
        .n,
    ).toBe(1)
    await Promise.all([notifyCambios(db), notifyCambios(db)])
    await notifyCambios(db)
    const [uno, ...otros] = await avisos()
    expect(otros).toEqual([])
    const incidencia = (await p.servidor.pool.query('select id from incidencia')).rows[0].id
    expect(uno).toMatchObject({ tipo: 'golpe', enlace: `/incidencias?ver=abiertas&incidencia=${incidencia}` })
    expect(uno?.texto).toMatch(/^Golpe del contenedor 20014-300 en .+ a las? \d{1,2}:\d\d: 6,40 g\.$/)
    expect(await avisos('calidad')).toEqual([])
  })

  test('containers of one place that nobody hears any more are one notice that counts them, without those out of use', async () => {
    for (const mac of MACS) await say(mac)
    const watch = () => watchPlantas(db, notifyCausa)
    await watch()
    await p.servidor.pool.query('update dispositivo set activado = false where mac = $1', [MACS[2]])
    // Silent for over three days, while their reader worked.
    await passMinutes(p.servidor.pool, 4400)
    await say('AC233F00C0FF').catch(() => {})
    await p.servidor.pool.query('delete from vigilancia')
    await p.servidor.pool.query(
      `update dispositivo_estado set recibido = now(), ultimo_registro = now()
       where dispositivo_id = (select id from dispositivo where mac = $1)`,
      [GW],
    )
    await watch()
    await notifyCambios(db)
    const extravios = (await avisos()).filter((a) => a.tipo === 'extravio')
    expect(extravios).toHaveLength(1)
    expect(extravios[0]?.texto).toMatch(/^Posible extravío de 2 contenedores/)
    await p.servidor.pool.query('update dispositivo set activado = true')
  })

  test('a cause is told once when it opens and once when it ends, with how many wait behind it', async () => {
    for (const mac of MACS) await say(mac)
    const watch = () => watchPlantas(db, notifyCausa)
    await watch()
    for (let i = 0; i < 13; i++) {
      await passMinutes(p.servidor.pool, 1)
      await watch()
    }
    const abierta = (await avisos()).filter((a) => a.tipo === 'causa_abierta')
    expect(abierta).toHaveLength(1)
    expect(abierta[0]).toMatchObject({ gravedad: 'grave', boton: 'Ver la avería' })
    expect(abierta[0]?.texto).toMatch(
      /^Lector sin señal: LEC-C1 \(Muelle 3\) desde .+: afecta a 3 contenedores\.$/,
    )
    // The bell says at once that it speaks again; that it is over comes when it has lasted.
    await say(MACS[0] as string)
    expect((await avisos()).find((a) => a.id === abierta[0]?.id)?.texto).toMatch(
      /3 contenedores\. Vuelve a funcionar desde las? \d{1,2}:\d\d\.$/,
    )
    for (let i = 0; i < 16; i++) {
      await passMinutes(p.servidor.pool, 1)
      for (const mac of MACS) await say(mac)
      await watch()
    }
    const all = await avisos()
    expect(all.map((a) => a.tipo).sort()).toEqual(['causa_abierta', 'causa_cerrada'])
    expect(all.find((a) => a.tipo === 'causa_cerrada')?.texto).toMatch(
      /^Resuelto: .+; afectó a 3 contenedores\.$/,
    )
    expect(new Set(all.map((a) => a.enlace)).size).toBe(1)
  })

  test('a change that cannot be told keeps none of the others back, and stays for the next time', async () => {
    for (const mac of MACS.slice(1)) await say(mac, { aceleracion: [0.1, 0, 6.4] })
    const { pool } = p.servidor
    // The notice of the first one cannot be written.
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.datos::text like '%20014-301%' then raise 'refused'; end if; return new; end $$;
      create trigger refuse before insert on aviso for each row execute function refuse()`)
    await expect(notifyCambios(db)).rejects.toThrow('refused')
    const told = async () => (await avisos()).map((x) => /contenedor (\S+)/.exec(x.texto)?.[1]).toSorted()
    expect(await told()).toEqual(['20014-302'])
    expect((await pool.query('select from cambio_por_avisar')).rowCount).toBe(1)
    await pool.query('drop trigger refuse on aviso; drop function refuse()')
    await notifyCambios(db)
    expect(await told()).toEqual(['20014-301', '20014-302'])
  })
})
