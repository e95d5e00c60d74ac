import { useCallback, useEffect } from 'react'
import { cola as pilas } from '../cuentas/pilas/cola'
import { useAlmacen } from '../lib/session/almacen'
import { type Cola, colaOf, type EnCola } from '../lib/session/cola'
import type { Sesion } from '../lib/session/sesion'
import { useReintento } from '../lib/session/use-reintento'
import { cola as registros } from '../parque/registro/cola'
import { useAviso } from '../ui/feedback/aviso'

const REINTENTO_MS = 30_000

/**
 * Sends what this user did offline as soon as there is network, on every screen. The sending code is loaded only when items wait.
 * @param load loads the sending code, which returns how many it sent; must be the same function on every render, like `tell`
 * @returns how many wait, including those that the server refused
 */
function usePendientes<T extends EnCola>(
  cola: Cola<T>,
  sesion: Sesion | null,
  load: () => Promise<() => Promise<number>>,
  tell: (n: number) => string,
): number {
  const suyos = colaOf(useAlmacen(cola.almacen), sesion)
  const aviso = useAviso()
  const hayQueEnviar = suyos.some((p) => p.error === undefined)

  useEffect(() => cola.listen(), [cola])

  const attempt = useCallback(async () => {
    // Without network the code may fail to load too: the next attempt may succeed.
    const n = await load()
      .then((send) => send())
      .catch(() => 0)
    if (n > 0) aviso.exito(tell(n))
  }, [aviso, load, tell])
  useReintento(hayQueEnviar, attempt, REINTENTO_MS)

  return suyos.length
}

const loadRegistros = async () => (await import('../parque/registro/envio')).sendPendientes
const formatRegistros = (n: number) =>
  n === 1 ? 'Registro pendiente enviado' : `${n} registros pendientes enviados`
const loadPilas = async () => (await import('../cuentas/pilas/envio')).sendCambios
const formatPilas = (n: number) => (n === 1 ? 'Pila cambiada' : `${n} pilas cambiadas`)

export const useRegistrosPendientes = (sesion: Sesion | null) =>
  usePendientes(registros, sesion, loadRegistros, formatRegistros)

export const useCambiosPendientes = (sesion: Sesion | null) =>
  usePendientes(pilas, sesion, loadPilas, formatPilas)
