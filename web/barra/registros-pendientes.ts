import { useEffect } from 'react'
import { useAlmacen } from '../lib/session/almacen'
import type { Sesion } from '../lib/session/sesion'
import { CLAVE_PENDIENTES, pendientes, pendientesOf, readPendientes } from '../registro/cola'
import { useAviso } from '../ui/feedback/aviso'

const REINTENTO_MS = 30_000

/**
 * Sends what this person registered without network as soon as there is one, whatever the screen. What sends is loaded
 * only where something waits.
 * @returns how many wait, those that the server refused included
 */
export function useRegistrosPendientes(sesion: Sesion | null): number {
  const suyos = pendientesOf(useAlmacen(pendientes), sesion)
  const aviso = useAviso()
  const hayQueEnviar = suyos.some((p) => p.error === undefined)

  useEffect(() => {
    // Another tab has sent, or keeps, something.
    const reread = (e: StorageEvent) => e.key === CLAVE_PENDIENTES && pendientes.set(readPendientes())
    addEventListener('storage', reread)
    return () => removeEventListener('storage', reread)
  }, [])

  useEffect(() => {
    if (!hayQueEnviar) return
    const send = async () => {
      const { sendPendientes } = await import('../registro/envio')
      const n = await sendPendientes()
      if (n > 0) aviso.exito(n === 1 ? 'Registro pendiente enviado' : `${n} registros pendientes enviados`)
    }
    // Without network the code may not come either: the next time it may.
    const attempt = () => void send().catch(() => {})
    attempt()
    const reloj = setInterval(attempt, REINTENTO_MS)
    addEventListener('online', attempt)
    return () => {
      clearInterval(reloj)
      removeEventListener('online', attempt)
    }
  }, [hayQueEnviar, aviso])

  return suyos.length
}
