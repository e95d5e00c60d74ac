import { randomUUID } from 'node:crypto'
import { createPlanta } from '../ciclo'
import { jpegOf } from '../files'
import { AJUSTES, startEpcis } from './epcis'

/** What names everything of company 1, the mac of a container that no request names, and its GS1 prefix. */
export const CANARY = /SECRETO|CAFE51CA0002|8451451/i

/** A company 1 that has one of everything, each named by the canary, beside a company 2 with things of its own. */
export async function startCanary() {
  const e = await startEpcis()
  const { p, pool } = e
  const call = async <T>(method: string, path: string, body: unknown) => {
    const r = await p.call<T>(method, path, { body, cookie: await p.as('admin') })
    if (r.status !== 200) throw new Error(`${method} ${path}: ${r.status} ${JSON.stringify(r.body)}`)
    return r.body
  }
  const find = async <T = number>(sql: string, values: unknown[] = []): Promise<T> =>
    (await pool.query(sql, values)).rows[0]?.x
  await pool.query("update usuario set nombre = 'SECRETO' where username = 'operario'")
  await pool.query("update empresa set nombre = 'SECRETO' where id = 1")
  const planta = await createPlanta(p, ['SECRETO lleno', 'SECRETO muelle'])
  const mac = 'CAFE51CA0001'
  const callado = 'CAFE51CA0003'
  await planta.put(mac, 'SECRETO-1', [
    ['SECRETO lleno', 100, 90],
    ['SECRETO muelle', 90, null],
  ])
  await planta.put('CAFE51CA0002', 'SECRETO-2', [['SECRETO lleno', 50, null]])
  await planta.put(callado, 'SECRETO-3', [['SECRETO lleno', 90, null]])
  await planta.put('CAFE51CA0004', 'SECRETO-4', [])
  await pool.query("update dispositivo set lat = 42.5, lon = -2.5 where mac = 'CAFE51CA0002'")
  await pool.query("update dispositivo set eliminado = now() where mac = 'CAFE51CA0004'")
  await planta.keep()
  await planta.measure()
  const idOf = (m: string) => find('select id as x from dispositivo where mac = $1', [m])
  const [id, lector] = [await idOf(mac), await idOf('C30000C1C100')]
  await pool.query("update dispositivo set apodo = 'SECRETO-L' where id = $1", [lector])
  await pool.query(
    "update dispositivo_estado set ultimo_registro = now() - interval '40 days' where dispositivo_id = $1",
    [await idOf(callado)],
  )
  const ubicacion = planta.ids.get('SECRETO muelle') as number
  const persona = await find("select id as x from usuario where username = 'operario'")
  const seeds = {
    mac,
    callado,
    id,
    ubicacion,
    persona,
    etapa: await find('select id as x from etapa where empresa_id = 1 limit 1'),
    ciclo: await find('select id as x from ciclo where empresa_id = 1 limit 1'),
    ...(await insertRows(find, { id, lector, ubicacion })),
    ...(await enterAll(call, { ubicacion, callado, persona })),
  }
  await pool.query('insert into recuento_foto (recuento_id, escaneo_id, jpeg) values ($1, $2, $3)', [
    seeds.recuento,
    seeds.escaneo,
    jpegOf(8, 8),
  ])
  await insertWork(find, { id, ubicacion, tercero: seeds.tercero })
  for (const empresa of [1, 2]) {
    await call('PUT', `/api/empresas/${empresa}/epcis`, {
      ...AJUSTES,
      umbral: 0,
      familias: [],
      ...(empresa === 1 && { prefijo: '8451451', gln: '8451451000019' }),
    })
    await e.contar(empresa)
  }
  const named = (clase: string) =>
    find<string>('select uri as x from epcis_nombre where empresa_id = 1 and clase = $1 limit 1', [clase])
  return {
    p,
    pool,
    seeds: {
      ...seeds,
      momento: await find<Date>('select tiempo as x from incidencia where empresa_id = 1'),
      eventID: await find<string>('select event_id as x from epcis_evento where empresa_id = 1 limit 1'),
      epc: await named('epc'),
      bizLocation: await named('bizLocation'),
      readPoint: await named('readPoint'),
    },
  }
}

type Find = <T = number>(sql: string, values?: unknown[]) => Promise<T>

/** What readers and jobs write. */
async function insertRows(
  find: Find,
  { id, lector, ubicacion }: Record<'id' | 'lector' | 'ubicacion', number>,
) {
  await find('select crear_particion_evento(current_date)')
  await find(
    'insert into evento_cuenta (empresa_id, dispositivo_id, lector_id, parado) values (1, $1, $2, 1)',
    [id, lector],
  )
  await find(
    'insert into evento (id, empresa_id, dispositivo_id, tiempo, estado) values (51, 1, $1, now(), 0)',
    [id],
  )
  await find(
    `insert into aprendido (empresa_id, version, activo, clase, autor, resumen, sumas, exponente)
     values (1, 7, false, 'solo', 'SECRETO', $1, '{}', 1)`,
    [
      JSON.stringify({
        lugares: 1,
        muestras: 1,
        confirmaciones: 0,
        antes: 0,
        ahora: 0,
        de: null,
        motivo: null,
      }),
    ],
  )
  await find("insert into lt (empresa_id, codigo, descripcion, total) values (1, 'LT51', 'SECRETO', 5)")
  await find(
    `insert into visto_sin_registrar (empresa_id, mac, lector_id, veces, aleatoria, primera, ultima)
     values (1, 'CAFE51CA0009', $1, 1, false, now(), now())`,
    [lector],
  )
  await find(
    `insert into entrega (empresa_id, canal, destino, nombre, debida, siguiente, estado, creada)
     values (1, 'correo', 'x', 'SECRETO', now(), now(), 'rechazada', now())`,
  )
  return {
    incidencia: await find(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta, pico_g) values (1, $1, now(), now(), 6) returning id as x`,
      [id],
    ),
    causa: await find(
      `insert into causa (empresa_id, clase, lector_id, desde, evidencia) values (1, 'mudo', $1, now() - interval '1 hour', '{}')
       returning id as x`,
      [lector],
    ),
    cuarentena: await find(
      `insert into cuarentena (empresa_id, formato, via, topic, motivo, detalle, huella, cuerpo)
       values (1, 'minew', 'http', 'SECRETO', 'json', 'SECRETO', '\\x51', '\\x02') returning id as x`,
    ),
    confirmacion: await find(
      `insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, autor, lugar, nats, creible)
       values (1, $1, $2, 'SECRETO', 0, 0, true) returning id as x`,
      [id, ubicacion],
    ),
    serie: await find(
      `insert into prevision_serie (empresa_id, etapa_id, familia, momento, stock, minimo, salidas)
       select 1, id, 'SECRETO', now(), 2, 3, 50 from etapa where empresa_id = 1 limit 1 returning id as x`,
    ),
  }
}

/** What work leaves behind that is done with readers: a walk, a picture of the plan, a count that was closed, what books and batteries say. */
async function insertWork(
  find: Find,
  { id, ubicacion, tercero }: Record<'id' | 'ubicacion' | 'tercero', number>,
) {
  await find("insert into paseo (empresa_id, dispositivo_id, autor) values (1, $1, 'SECRETO')", [id])
  await find(
    "insert into plano (empresa_id, tipo, ancho, alto, cuerpo, huella) values (1, 'image/jpeg', 8, 8, $1, '\\x51')",
    [Buffer.concat([jpegOf(8, 8), Buffer.from('SECRETO')])],
  )
  const cifras = { esperados: 1, escaneos: 1, encontrados: 1, faltantes: 0, sobrantes: 0, desconocidos: 0 }
  await find(
    `insert into recuento (empresa_id, ubicacion_id, lugar, abrio, cerrado, cerro, cifras)
     values (1, $1, 'SECRETO muelle', 'SECRETO', now(), 'SECRETO', $2)`,
    [ubicacion, { ...cifras, repetidos: 0, acuerdan: 1, comparados: 1 }],
  )
  await find(
    `insert into custodia_diferencia (dispositivo_id, empresa_id, familia, libro_id, libro_fuera, ubicacion_id, visto)
     values ($1, 1, 'SECRETO', $2, false, $3, now())`,
    [id, tercero, ubicacion],
  )
  await find(
    `insert into pila (dispositivo_id, empresa_id, familia, modelo, clase, motivo, urgencia)
     values ($1, 1, 'SECRETO', 'SECRETO', 'ya', 'tension', 1)
     on conflict (dispositivo_id) do update set modelo = 'SECRETO', clase = 'ya', motivo = 'tension'`,
    [id],
  )
}

type Call = <T>(method: string, path: string, body: unknown) => Promise<T>

/** What people enter. */
async function enterAll(
  call: Call,
  { ubicacion, callado, persona }: { ubicacion: number; callado: string; persona: number },
) {
  const tercero = await call<{ id: number }>('POST', '/api/custodia/terceros', {
    empresa: 1,
    nombre: 'SECRETO SA',
    clase: 'cliente',
    lugares: [],
  })
  await call('POST', '/api/custodia/movimientos', {
    tercero: tercero.id,
    clase: 'enviado',
    contenedores: [callado],
  })
  const { movimientos } = await call<{ movimientos: number[] }>('POST', '/api/custodia/movimientos', {
    tercero: tercero.id,
    clase: 'enviado',
    familia: 'SECRETO',
    cantidad: 2,
    documento: 'SECRETO-9',
  })
  await call('POST', `/api/custodia/movimientos/${movimientos[0]}/disputa`, { nota: 'SECRETO' })
  const recuento = await call<{ id: number }>('POST', '/api/recuentos', {
    empresa: 1,
    ubicacion,
    nota: 'SECRETO',
  })
  const escaneo = randomUUID()
  await call('POST', `/api/recuentos/${recuento.id}/escaneos`, {
    aparato: randomUUID(),
    escaneos: [{ id: escaneo, codigo: 'SECRETO', apodo: 'SECRETO', hace_ms: 0, modo: 'camara' }],
  })
  const { asientos } = await call<{ asientos: number[] }>('POST', '/api/perdidas/asientos', {
    contenedores: [callado],
    clase: 'declarada',
    nota: 'SECRETO',
  })
  const clave = randomUUID()
  const pilas = await call<{ resultados: { cambio: number }[] }>('POST', '/api/pilas/cambios', {
    empresa: 1,
    cambios: [{ clave, contenedor: callado, hace_s: 0 }],
  })
  await call('PUT', '/api/perdidas/busca', { empresa: 1, persona })
  await call('POST', '/api/perdidas/precios', {
    empresa: 1,
    familia: 'SECRETO',
    desde: '2026-01-01',
    centimos: 100,
  })
  return {
    tercero: tercero.id,
    movimiento: movimientos[0] as number,
    recuento: recuento.id,
    escaneo,
    asiento: asientos[0] as number,
    pila: pilas.resultados[0]?.cambio as number,
    ajustes: await call<object>('GET', '/api/empresas/1/ajustes', undefined),
  }
}

export type Seeds = Awaited<ReturnType<typeof startCanary>>['seeds']
