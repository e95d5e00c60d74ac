// npm run bench -- table [--veces=15]: the product's table with 1,000 rows in a real browser.
import type { Page } from '@playwright/test'
import { measureBases, optionOf } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, percentile, printTabla } from '../medidas'
import { openSembrada } from '../sembrada'
import type { Place } from '../sitios'
import { launchNavegador, openPage } from './navegador'

const ROWS = 1000
const MONTAR_MS = 200
const FILTRAR_MS = 50
const VECES = Number(optionOf('veces') ?? 15)
const EVENTOS = 20_000

type Screen = { nombre: string; ruta: string; api: string; campo: string; textos: [string, string] }

/** Each filter matches more than 1,000 rows, so that switching between them replaces all rows. */
const SCREENS: Screen[] = [
  {
    nombre: 'inventory',
    ruta: `/inventory?filas=${ROWS}`,
    api: '/api/devices',
    campo: 'Nombre',
    textos: ['14-1', '14-2'],
  },
  {
    nombre: 'events',
    ruta: `/NewData?filas=${ROWS}`,
    api: '/api/get_table_data',
    campo: 'Buscar Apodo o MAC',
    textos: ['14-1', '14-2'],
  },
]

type Sello = { leida: number; pintada: number }

/** Runs in the page: records when an answer of `api` has been read, and when its rows have been painted. */
function seal(api: string) {
  const sellos: Sello[] = []
  Object.assign(window, { sellos })
  const ask = window.fetch
  window.fetch = async (...args) => {
    const res = await ask(...args)
    const { pathname, searchParams } = new URL(res.url)
    if (pathname !== api || Number(searchParams.get('per_page')) < 1000) return res
    const text = await res.text()
    const sello = { leida: performance.now(), pintada: 0 }
    // React adds the rows before the next frame; a task queued in that frame runs after the paint.
    const onPaint = () => {
      vigia.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          sello.pintada = performance.now()
          sellos.push(sello)
        }
        port2.postMessage(0)
      })
    }
    const vigia = new MutationObserver(() => {
      if (document.querySelector('[role="grid"] tbody tr[data-id]')) onPaint()
    })
    vigia.observe(document.body, { childList: true, subtree: true, characterData: true })
    sello.leida = performance.now()
    return new Response(text, res)
  }
}

const takeSello = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => (window as unknown as { sellos: Sello[] }).sellos.length > 0)
  return page.evaluate(() => {
    const { sellos } = window as unknown as { sellos: Sello[] }
    const s = sellos.pop() as Sello
    sellos.length = 0
    return s.pintada - s.leida
  })
}

/** The same cells as plain text, written at once: a lower bound for any table that shows all of them. */
const measureDesnuda = (page: Page): Promise<number> =>
  page.evaluate(async (rows) => {
    const modelo = document.querySelector('[role="grid"] tbody tr[data-id]')
    const timeBins = [...(modelo?.children ?? [])].map((c) => `<td>${c.textContent}</td>`).join('')
    const caja = document.createElement('div')
    caja.style.cssText = 'position:fixed;inset:0;overflow:auto;background:#fff'
    document.body.append(caja)
    const t0 = performance.now()
    caja.innerHTML = `<table>${`<tr>${timeBins}</tr>`.repeat(rows)}</table>`
    await new Promise((r) => requestAnimationFrame(r))
    await new Promise((r) => setTimeout(r))
    const t = performance.now() - t0
    caja.remove()
    return t
  }, ROWS)

async function measureScreen(page: Page, p: Screen) {
  const mount: number[] = []
  const filtrar: number[] = []
  const desnuda: number[] = []
  for (let i = 0; i <= VECES; i++) {
    await page.goto(p.ruta)
    const m = await takeSello(page)
    const field = page.getByPlaceholder(p.campo, { exact: true })
    const f: number[] = []
    for (const text of p.textos) {
      await field.fill(text)
      f.push(await takeSello(page))
    }
    const rotulo = await page.locator('[role="grid"]').getAttribute('aria-rowcount')
    if (Number(rotulo) < ROWS) throw new Error(`${p.nombre}: only ${rotulo} rows`)
    const d = await measureDesnuda(page)
    // The first run includes loading and compiling the code.
    if (i === 0) continue
    mount.push(m)
    filtrar.push(...f)
    desnuda.push(d)
  }
  return { mount, filtrar, desnuda }
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembrada(place, EVENTOS)
  const retorna = await startRetorna(place)
  const browser = await launchNavegador()
  try {
    for (const p of SCREENS) {
      const page = await openPage(browser, retorna.url, usuario)
      await page.addInitScript(seal, p.api)
      const { mount, filtrar, desnuda } = await measureScreen(page, p)
      const limite = percentile(desnuda, 0.5)
      const row = (que: string, v: number[], limit: number) => [
        que,
        ms(percentile(v, 0.5)),
        ms(percentile(v, 0.95)),
        ms(Math.max(...v)),
        (percentile(v, 0.5) / limite).toFixed(2),
        limites.check(`${p.nombre}: ${que}, p95 under ${limit} ms`, percentile(v, 0.95) < limit),
      ]
      printTabla(
        `${p.nombre}, ${ROWS} rows, ${VECES} times, load ${load()}: from the answer read to the rows painted`,
        ['', 'p50', 'p95', 'worst', 'of all cells as bare text', ''],
        [
          row('mount', mount, MONTAR_MS),
          row('filter', filtrar, FILTRAR_MS),
          ['bare text', ms(limite), ms(percentile(desnuda, 0.95)), ms(Math.max(...desnuda)), '1', ''],
        ],
      )
      await page.context().close()
    }
  } finally {
    await browser.close()
    await retorna.hijo.stop()
  }
}

await measureBases('Table', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
