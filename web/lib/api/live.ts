import type { Avisos, Cambios } from '#contract/oir/vivo/live'
import { recuerdo } from '../recuerdo'
import { createAlmacen, useAlmacen } from '../session/almacen'

const RUTA_LIVE = '/api/live'
const RUTA_SESION = '/api/validate_token'
const SONDEO_MS = 60_000
const ESPERA_MIN_MS = 1_000
const ESPERA_MAX_MS = 60_000
/** Storage key: when data last arrived, for a page that opens without network. */
const CLAVE_ULTIMA = 'retorna.ultima'
const GUARDAR_MS = 10_000

export type EstadoLive = {
  /** `conectado`: changes are pushed; `sondeo`: polled every 60 s; `sin_conexion`: the server does not answer. */
  status: 'conectado' | 'sondeo' | 'sin_conexion'
  /** When data last arrived, in ms since the epoch. */
  ultima: number | null
  lectoresSinSenal: Avisos['lectoresSinSenal']
}

const INICIAL: EstadoLive = { status: 'sondeo', ultima: null, lectoresSinSenal: [] }
const RECARGAR: Cambios = { recargar: true, dispositivos: [] }

const estado = createAlmacen<EstadoLive>(INICIAL)
const oyentes = new Set<(cambios: Cambios) => void>()
const deAvisos = new Set<() => void>()

let fuente: EventSource | undefined
let sondeo: ReturnType<typeof setInterval> | undefined
let reintento: ReturnType<typeof setTimeout> | undefined
let espera = ESPERA_MIN_MS
let onLost: (() => void) | undefined
let guardada = 0

export function useLive(): EstadoLive {
  return useAlmacen(estado)
}

/** The same outside React. */
export const estadoLive = estado.get

/** Subscribe to changes of devices; `recargar` asks the listener to refetch what is shown. Returns the unsubscribe function. */
export function subscribeCambios(fn: (cambios: Cambios) => void): () => void {
  oyentes.add(fn)
  return () => oyentes.delete(fn)
}

/** Subscribe to the event that this user may have new notices. Returns the unsubscribe function. */
export function subscribeAvisos(fn: () => void): () => void {
  deAvisos.add(fn)
  return () => deAvisos.delete(fn)
}

/** Open the single event stream of this tab; `onSesionLost` runs when the server no longer knows the session. */
export function openLive(onSesionLost: () => void): void {
  if (onLost) return
  onLost = onSesionLost
  estado.set({ ...INICIAL, ultima: Number(recuerdo.get(CLAVE_ULTIMA)) || null })
  addEventListener('online', connect)
  // The browser itself detects a broken connection late.
  addEventListener('offline', fall)
  connect()
}

export function closeLive(): void {
  removeEventListener('online', connect)
  removeEventListener('offline', fall)
  release()
  clearInterval(sondeo)
  sondeo = undefined
  onLost = undefined
  espera = ESPERA_MIN_MS
  guardada = 0
  recuerdo.remove(CLAVE_ULTIMA)
  estado.set(INICIAL)
}

function release(): void {
  clearTimeout(reintento)
  fuente?.close()
  fuente = undefined
}

function connect(): void {
  release()
  const nueva = new EventSource(RUTA_LIVE, { withCredentials: true })
  fuente = nueva
  nueva.onopen = () => {
    espera = ESPERA_MIN_MS
    // Changes may have been missed while the connection was down, so everything is refetched.
    if (sondeo) emit(RECARGAR)
    clearInterval(sondeo)
    sondeo = undefined
    arrive({ status: 'conectado' })
  }
  nueva.addEventListener('cambios', (e) => {
    arrive({})
    emit(JSON.parse(e.data))
  })
  nueva.addEventListener('aviso', () => {
    arrive({})
    for (const fn of deAvisos) fn()
  })
  nueva.addEventListener('avisos', (e) => arrive(JSON.parse(e.data) as Avisos))
  nueva.onerror = fall
}

/** EventSource reports no status and stops retrying after some responses, so this module reconnects by itself. */
function fall(): void {
  release()
  void ask()
  sondeo ??= setInterval(async () => {
    if (await ask()) emit(RECARGAR)
  }, SONDEO_MS)
  reintento = setTimeout(connect, espera * (0.75 + Math.random() / 2))
  espera = Math.min(espera * 2, ESPERA_MAX_MS)
}

async function ask(): Promise<boolean> {
  const res = await fetch(RUTA_SESION, { credentials: 'include' }).catch(() => null)
  if (!onLost || fuente?.readyState === EventSource.OPEN) return false
  if (res?.status === 401) {
    onLost()
    return false
  }
  if (res?.ok) arrive({ status: 'sondeo' })
  else estado.set({ ...estado.get(), status: 'sin_conexion' })
  return Boolean(res?.ok)
}

function arrive(cambio: Partial<EstadoLive>): void {
  const ultima = Date.now()
  estado.set({ ...estado.get(), ...cambio, ultima })
  if (ultima - guardada < GUARDAR_MS) return
  guardada = ultima
  recuerdo.set(CLAVE_ULTIMA, String(ultima))
}

function emit(cambios: Cambios): void {
  for (const fn of oyentes) fn(cambios)
  // Changes may have been missed meanwhile.
  if (cambios.recargar) for (const fn of deAvisos) fn()
}
