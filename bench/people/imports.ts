// npm run bench -- imports [--base=embedded,outside] [--solo=devices,notes]: how long each kind of file, at its limits, holds the server's event loop.
import { writeXlsx } from 'hucre/xlsx'
import { MAX_ALBARANES_BYTES, MAX_FILAS_ALBARANES } from '#contract/cuentas/custodia/albaranes'
import { MAX_TERCEROS } from '#contract/cuentas/custodia/values'
import { MAX_PRECIOS_ARCHIVO, MAX_PRECIOS_BYTES } from '#contract/cuentas/perdidas/precios'
import {
  MAX_CSV_DISPOSITIVOS_BYTES,
  MAX_FILAS_DISPOSITIVOS,
} from '#contract/parque/dispositivos/dispositivos'
import { MAX_CSV_BYTES, MAX_LT } from '#contract/parque/logistica/logistica'
import { MAX_UBICACIONES } from '#contract/parque/ubicaciones/ubicaciones'
import { GRUPOS, MAX_IMAGEN_BYTES } from '#contract/parque/ubicaciones/values'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario, ensureEmpresa } from '#server/personas/usuarios/repo'
import { jpegOf } from '#server/testing/files'
import { measureBases } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, printTabla } from '../medidas'
import { EMPRESA, seedPlanta } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'

const LIMITE_MS = 100
/** Company that files of devices are for. */
const NUEVA = 2

type Body = string | Uint8Array
type Kind = {
  what: string
  route: string
  file: () => Body | Promise<Body>
  /** Status of the answer; 200 where unset. */
  status?: number
}

const times = (n: number, line: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => line(i)).join('')
const fill = (text: string, bytes: number, head: string) =>
  head + text.repeat(Math.floor((bytes - head.length) / text.length))
const mac = (i: number) => `AC44${i.toString(16).toUpperCase().padStart(8, '0')}`

const HEAD = {
  devices: 'mac_serie;apodo;tipo_dispositivo;estado;etiqueta;lat;lon\n',
  lt: 'codigo;descripcion;total\n',
  prices: 'familia;desde;precio\n',
  notes: 'tercero;movimiento;fecha;documento;familia;cantidad;contenedores;nota\n',
}
const deviceOf = (i: number) => [
  mac(i),
  `7${i % 1000}-${i}`,
  'SmartBle',
  'Activado',
  `Lote ${i} ñ`.padEnd(60, 'x'),
]
const noteOf = (i: number) =>
  `Tercero número ${i % MAX_TERCEROS};enviado;${String((i % 28) + 1).padStart(2, '0')}/01/2026;ALB-${i};20014;${(i % 9) + 1};;Muelle ${i}\n`

/** Files of one kind of import, for its limits of rows and bytes. */
const hostile = (what: string, route: string, head: string, bytes: number): Kind[] => [
  { what: `${what}: lines of separators only`, route, file: () => fill(';\n', bytes, head), status: 400 },
  { what: `${what}: blank lines`, route, file: () => fill('\n', bytes, head), status: 400 },
  { what: `${what}: short lines`, route, file: () => fill('1\n', bytes, head), status: 400 },
  { what: `${what}: quotes`, route, file: () => fill('"x";\n', bytes, head), status: 400 },
  {
    what: `${what}: one quote never closed`,
    route,
    file: () => fill('a;b\n', bytes, `${head}"`),
    status: 400,
  },
  { what: `${what}: one line`, route, file: () => fill('ñ', bytes / 2, head), status: 400 },
]

const DEVICES = `/api/dispositivos/importar?empresa=${NUEVA}`
const LT = `/api/logistica/importar?empresa=${EMPRESA}`
const PRICES = `/api/perdidas/precios/importar?empresa=${EMPRESA}`
const NOTES = `/api/custodia/albaranes/importar?empresa=${EMPRESA}`

const KINDS: Kind[] = [
  {
    what: `devices: ${n0(MAX_FILAS_DISPOSITIVOS)} rows, rehearsed`,
    route: `${DEVICES}&ensayo=true`,
    file: () => HEAD.devices + times(MAX_FILAS_DISPOSITIVOS, (i) => `${deviceOf(i).join(';')}\n`),
  },
  {
    what: `devices: ${n0(MAX_FILAS_DISPOSITIVOS)} rows in Latin-1, written`,
    route: DEVICES,
    file: () =>
      Buffer.from(
        HEAD.devices + times(MAX_FILAS_DISPOSITIVOS, (i) => `${deviceOf(i).join(';')}\n`),
        'latin1',
      ),
  },
  {
    what: 'devices: each takes the nickname of the next, and the last is wrong',
    route: `${DEVICES}&ensayo=true`,
    file: () =>
      HEAD.devices +
      times(MAX_FILAS_DISPOSITIVOS, (i) =>
        i + 1 < MAX_FILAS_DISPOSITIVOS ? `${mac(i)};${deviceOf(i + 1)[1]}\n` : `${mac(i)};no vale\n`,
      ),
  },
  {
    what: `devices: ${n0(MAX_FILAS_DISPOSITIVOS)} rows, every cell wrong`,
    route: `${DEVICES}&ensayo=true`,
    file: () =>
      HEAD.devices +
      times(MAX_FILAS_DISPOSITIVOS, (i) => `1E+11;${'x'.repeat(70)};x${i};x;${'x'.repeat(70)};x;x\n`),
  },
  ...hostile('devices, 16 MB', `${DEVICES}&ensayo=true`, HEAD.devices, MAX_CSV_DISPOSITIVOS_BYTES),
  {
    what: 'devices, Excel',
    route: `${DEVICES}&ensayo=true`,
    file: () =>
      writeXlsx({
        sheets: [
          {
            name: 'x',
            rows: [
              HEAD.devices.trim().split(';'),
              ...Array.from({ length: MAX_FILAS_DISPOSITIVOS }, (_, i) => deviceOf(i)),
            ],
          },
        ],
      }),
  },
  {
    what: 'devices, Excel of 200 columns',
    route: `${DEVICES}&ensayo=true`,
    file: () =>
      writeXlsx({
        sheets: [
          {
            name: 'x',
            rows: [
              HEAD.devices.trim().split(';'),
              ...Array.from({ length: 20_000 }, (_, i) => [...deviceOf(i), ...Array(195).fill(i)]),
            ],
          },
        ],
      }),
  },
  {
    what: `LT: ${n0(MAX_LT)} rows`,
    route: LT,
    file: () => HEAD.lt + times(MAX_LT, (i) => `${20_000 + i};Refuerzo ${i};${i}\n`),
  },
  {
    what: `LT: ${n0(MAX_LT)} rows, all wrong`,
    route: LT,
    file: () => HEAD.lt + times(MAX_LT, (i) => `${'x'.repeat(70)}${i};;1,5\n`),
  },
  ...hostile('LT', LT, HEAD.lt, MAX_CSV_BYTES),
  {
    what: `prices: ${n0(MAX_PRECIOS_ARCHIVO)} rows`,
    route: PRICES,
    file: () =>
      HEAD.prices +
      times(
        MAX_PRECIOS_ARCHIVO,
        (i) => `20014;${new Date(i * 86_400_000).toISOString().slice(0, 10)};${i % 900},50\n`,
      ),
  },
  {
    what: `prices: ${n0(MAX_PRECIOS_ARCHIVO)} rows, all wrong`,
    route: `${PRICES}&ensayo=true`,
    file: () => HEAD.prices + times(MAX_PRECIOS_ARCHIVO, (i) => `${i};32/13/2026;x\n`),
  },
  ...hostile('prices', PRICES, HEAD.prices, MAX_PRECIOS_BYTES),
  {
    what: `notes: ${n0(MAX_FILAS_ALBARANES)} of ${MAX_TERCEROS} partners`,
    route: NOTES,
    file: () => HEAD.notes + times(MAX_FILAS_ALBARANES, noteOf),
  },
  {
    what: `notes: the same once more`,
    route: NOTES,
    file: () => HEAD.notes + times(MAX_FILAS_ALBARANES, noteOf),
  },
  {
    what: `notes: ${n0(MAX_FILAS_ALBARANES)} of nobody`,
    route: `${NOTES}&ensayo=true`,
    file: () => HEAD.notes + times(MAX_FILAS_ALBARANES, (i) => noteOf(i).replace('Tercero', 'Nadie')),
  },
  {
    what: `notes: ${n0(MAX_FILAS_ALBARANES)}, every cell wrong`,
    route: `${NOTES}&ensayo=true`,
    file: () => HEAD.notes + times(MAX_FILAS_ALBARANES, () => `${';x'.repeat(5)};${'x'.repeat(300)};\n`),
  },
  {
    what: `notes: ${n0(MAX_FILAS_ALBARANES)} with 2 containers each, of one day`,
    route: NOTES,
    file: () =>
      HEAD.notes +
      times(
        MAX_FILAS_ALBARANES,
        (i) =>
          `Tercero número ${i % MAX_TERCEROS};enviado;02/02/2026;CON-${i};;;20014-${1 + 2 * i} 20014-${2 + 2 * i};\n`,
      ),
  },
  ...hostile('notes', NOTES, HEAD.notes, MAX_ALBARANES_BYTES),
  {
    what: 'plan: a JPEG of 5 MB',
    route: `/api/plano_imagen?empresa=${EMPRESA}`,
    file: () => jpegOf(6000, 4000, MAX_IMAGEN_BYTES - 100),
  },
  {
    what: 'plan: a JPEG without a size',
    route: `/api/plano_imagen?empresa=${EMPRESA}`,
    file: () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(MAX_IMAGEN_BYTES - 100)]),
    status: 400,
  },
  {
    what: 'plan: a JPEG of 1.3 million segments',
    route: `/api/plano_imagen?empresa=${EMPRESA}`,
    file: () => {
      const sized = jpegOf(6000, 4000)
      const segments = Buffer.from('ffe50002'.repeat((MAX_IMAGEN_BYTES - 200) / 4), 'hex')
      return Buffer.concat([sized.subarray(0, 20), segments, sized.subarray(20)])
    },
    status: 400,
  },
]

type Server = { url: string; cookie: string; askUso(): Promise<Uso> }

async function measure(
  { url, cookie, askUso }: Server,
  { what, route, file, status = 200 }: Kind,
  limites: Limites,
) {
  const bytes = await file()
  const body = new FormData()
  body.append('archivo', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'archivo')
  await askUso()
  const t0 = performance.now()
  const version = route.includes('plano') ? `&version=${await planVersion({ url, cookie, askUso })}` : ''
  const res = await fetch(`${url}${route}${version}`, { method: 'POST', headers: { cookie }, body })
  const text = await res.text()
  const took = performance.now() - t0
  const { loopMs } = await askUso()
  if (res.status !== status) process.stdout.write(`${what}: ${res.status} ${text.slice(0, 300)}\n`)
  return [
    what,
    `${n0(bytes.length / 1000)} KB`,
    String(res.status),
    ms(took),
    ms(loopMs),
    limites.check(
      `${what}: loop held for at most ${LIMITE_MS} ms`,
      loopMs <= LIMITE_MS && res.status === status,
    ),
  ]
}

async function planVersion({ url, cookie }: Server): Promise<string> {
  const res = await fetch(`${url}/api/ubicaciones?empresa=${EMPRESA}`, { headers: { cookie } })
  return (await res.json()).version
}

/** As many locations as a plan may have, all of them moved at once. */
async function measureLocations(s: Server, limites: Limites) {
  const call = async (method: string, body: object) => {
    const res = await fetch(`${s.url}/api/ubicaciones`, {
      method,
      headers: { cookie: s.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ empresa: EMPRESA, version: await planVersion(s), ...body }),
    })
    const text = await res.text()
    if (!res.ok) throw new Error(`${method} locations: ${res.status} ${text}`)
    return JSON.parse(text) as { data: { id: number }[] }
  }
  let plan = { data: [] as { id: number }[] }
  for (let i = 0; i < MAX_UBICACIONES; i++)
    plan = await call('POST', {
      nombre: `Sitio ${i}`,
      planta: 'Planta 1',
      grupo: GRUPOS[0],
      nodo_x: null,
      nodo_y: null,
    })
  await s.askUso()
  const t0 = performance.now()
  const cambios = plan.data.map(({ id }, i) => ({
    id,
    nombre: `Muelle ${i}`,
    nodo_x: i / 300,
    nodo_y: 0.5,
  }))
  await call('PUT', { cambios })
  const took = performance.now() - t0
  const { loopMs } = await s.askUso()
  return [
    `locations: ${MAX_UBICACIONES} changed`,
    '',
    '200',
    ms(took),
    ms(loopMs),
    limites.check('locations: loop', loopMs <= LIMITE_MS),
  ]
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const admin = { username: 'importa', password: 'banco de pruebas' }
  await openSembradaCon(place, async (db, pool) => {
    await seedPlanta(db, pool)
    await ensureEmpresa(db, NUEVA, 'Otra')
    await pool.query(
      `insert into tercero (empresa_id, nombre, clase) select $1, 'Tercero número ' || i, 'cliente' from generate_series(0, $2 - 1) i`,
      [EMPRESA, MAX_TERCEROS],
    )
    const claveHash = await hashClave(admin.password)
    await createUsuario(db, {
      username: admin.username,
      nombre: 'Importa',
      claveHash,
      empresa: EMPRESA,
      rol: 'admin',
    })
  })
  const { hijo, url } = await startRetorna(place)
  try {
    const cookie = await enter(url, admin)
    const server: Server = { url, cookie, askUso: () => hijo.ask<Uso>({ loop: true }) }
    const only = process.argv.find((a) => a.startsWith('--solo='))?.split('=')[1]
    const rows: string[][] = []
    for (const kind of KINDS.filter((k) => !only || only.split(',').some((o) => k.what.includes(o))))
      rows.push(await measure(server, kind, limites))
    if (!only) rows.push(await measureLocations(server, limites))
    printTabla(
      `Files at their limits, ${place.nombre} PostgreSQL (load ${load()}; limit: event loop held for ${LIMITE_MS} ms)`,
      ['', 'file', 'status', 'answered', 'loop held', ''],
      rows,
    )
  } finally {
    await hijo.stop()
  }
}

await measureBases('Imports', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
