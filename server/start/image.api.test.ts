// @module-tag slow: starts and stops of whole programs
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import { createDb, createPool } from '../platform/db/client'
import { queueJob } from '../platform/jobs/jobs'
import { copyPlantilla, leaveBase, nombreDeCopia } from '../testing/databases/plantilla'
import { fillExistencias } from '../testing/existencias'
import { makePdf } from '../testing/files'
import { layImagen, readImage } from '../testing/programs/image'
import { freePorts } from '../testing/programs/ports'
import { talkTo } from '../testing/retorna'

const LISTO_MS = 60_000

describe.runIf(inject('base').hay)('what deploy/Dockerfile puts into its image', () => {
  const base = inject('base')
  const nombre = nombreDeCopia(base.plantilla)
  const address = `${base.direccion}/${nombre}${base.parametros}`
  const pool = createPool(address, { max: 2 })
  let folder: string
  let proceso: ChildProcess
  let url: string
  let admin: string
  let salida = ''
  let call: ReturnType<typeof talkTo>['call']

  const sendArchivo = async (ruta: string, archivo: string, bytes: Uint8Array) => {
    const form = new FormData()
    form.append('archivo', new Blob([new Uint8Array(bytes)]), archivo)
    const res = await fetch(url + ruta, { method: 'POST', headers: { cookie: admin }, body: form })
    return { status: res.status, body: await res.json() }
  }
  const importXlsx = async (mac: string, apodo: string) =>
    sendArchivo(
      '/api/dispositivos/importar?ensayo=false&con_errores=impedir&empresa=1',
      'd.xlsx',
      await writeXlsx({
        sheets: [
          {
            name: 'x',
            rows: [
              ['mac_serie', 'apodo', 'tipo_dispositivo'],
              [mac, apodo, 'SmartBle'],
            ],
          },
        ],
      }),
    )

  beforeAll(async () => {
    await copyPlantilla(base, nombre)
    folder = mkdtempSync(join(tmpdir(), 'retorna-imagen-'))
    layImagen(join(folder, 'app'))
    const [port, mqtt] = await freePorts(2)
    url = `http://127.0.0.1:${port}`
    proceso = spawn(process.execPath, readImage().args, {
      cwd: join(folder, 'app'),
      env: {
        // The packages are symbolic links. Their own dependencies must be looked up beside the link, not in node_modules of the clone.
        NODE_OPTIONS: '--preserve-symlinks',
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        PORT: String(port),
        MQTT_PORT: String(mqtt),
        PUBLIC_URL: url,
        DATABASE_URL: address,
        DATA_DIR: join(folder, 'datos'),
        LOG_LEVEL: 'error',
      },
    })
    for (const s of [proceso.stdout, proceso.stderr]) s?.on('data', (d) => (salida += d))
    await vi.waitFor(
      async () => {
        if (proceso.exitCode !== null) throw new Error(salida)
        expect((await fetch(`${url}/readyz`)).ok).toBe(true)
      },
      { timeout: LISTO_MS, interval: 100 },
    )
    const prueba = talkTo({ url, pool })
    call = prueba.call
    admin = await prueba.as('admin')
  })
  afterAll(async () => {
    if (proceso?.exitCode === null) {
      const fin = new Promise((r) => proceso.once('exit', r))
      proceso.kill('SIGTERM')
      await fin
    }
    await pool.end()
    leaveBase(base, nombre)
    rmSync(folder, { recursive: true, force: true })
  })

  test('is all that it copies, and it starts the server', () => {
    const { copias, todas, programa } = readImage()
    expect([copias.length, programa]).toEqual([todas, 'node'])
    expect(copias.map((c) => c.de)).toEqual(expect.arrayContaining(['package.json', 'node_modules', 'dist']))
  })

  test('shows the page', async () => {
    expect(salida).not.toContain('Sin DATABASE_URL')
    expect(await (await fetch(url)).text()).toContain('<div id="raiz">')
  })

  test('imports an Excel', async () => {
    expect(await importXlsx('AC00000000C1', '20077-1')).toMatchObject({
      status: 200,
      body: { nuevas: 1, con_error: 0 },
    })
  })

  test('reads a PDF, which is then found by its words', async () => {
    const { body: hecha } = await call<{ id: number }>('POST', '/api/manuales/carpetas', {
      cookie: admin,
      body: { titulo: 'Imagen' },
    })
    const pdf = await makePdf('Se expiden los contenedores llenos.')
    expect(
      (await sendArchivo(`/api/manuales/documentos?carpeta=${hecha.id}`, 'Salida.pdf', pdf)).status,
    ).toBe(200)
    const { body } = await call<{ data: { title: string; pagina: number }[] }>(
      'GET',
      '/api/manuales/buscar?q=expiden',
    )
    expect(body.data).toMatchObject([{ title: 'Salida', pagina: 1 }])
  })

  test('gives a set of data as Parquet', async () => {
    const res = await fetch(`${url}/api/datos/contenedores?formato=parquet`, { headers: { cookie: admin } })
    const rows = await parquetReadObjects({ file: await res.arrayBuffer() })
    expect(rows).toMatchObject([{ mac: 'AC00000000C1' }])
  })

  test('makes a forecast', async () => {
    await fillExistencias(pool, Date.now())
    await createDb(pool)
      .transaction()
      .execute((tx) => queueJob(tx, 'prever'))
    const series = await vi.waitFor(
      async () => {
        const { body } = await call<{ data: SeriePrevista[] }>('GET', '/api/previsiones?', { cookie: admin })
        expect(body.data.map((s) => [s.etapa.nombre, s.estado])).toEqual([
          ['Vacíos', 'prevista'],
          ['Línea', 'prevista'],
        ])
        return body.data
      },
      { timeout: LISTO_MS, interval: 200 },
    )
    expect(Math.max(...(series[0]?.q50 ?? []))).toBeCloseTo(40, 0)
  })

  test('where a part of it is missing, says that the fault is ours', async () => {
    rmSync(join(folder, 'app/dist/server/libro.js'))
    const { status, body } = await importXlsx('AC00000000C2', '20077-2')
    expect([status, body.error]).toEqual([500, expect.not.stringContaining('Excel')])
    await vi.waitFor(() => expect(salida).toContain('the process that reads ended'), 5_000)
  })
})
