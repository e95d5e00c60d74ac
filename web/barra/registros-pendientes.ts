import { useEffect } from 'react'
import { useAlmacen } from '../lib/almacen'
import type { Sesion } from '../lib/sesion'
import { CLAVE_PENDIENTES, leerPendientes, pendientes, pendientesDe } from '../registro/cola'
import { useAviso } from '../ui/aviso'

const REINTENTO_MS = 30_000

/**
 * Sends what this person registered without network as soon as there is one, whatever the screen. What sends is loaded
 * only where something waits.
 * @returns how many wait, those that the server refused included
 */
export function useRegistrosPendientes(sesion: Sesion | null): number {
  const suyos = pendientesDe(useAlmacen(pendientes), sesion)
  const aviso = useAviso()
  const hayQueEnviar = suyos.some((p) => p.error === undefined)

  useEffect(() => {
    // Another tab has sent, or keeps, something.
    const releer = (e: StorageEvent) => e.key === CLAVE_PENDIENTES && pendientes.set(leerPendientes())
    addEventListener('storage', releer)
    return () => removeEventListener('storage', releer)
  }, [])

  useEffect(() => {
    if (!hayQueEnviar) return
    const enviar = async () => {
      const { enviarPendientes } = await import('../registro/envio')
      const n = await enviarPendientes()
      if (n > 0) aviso.exito(n === 1 ? 'Registro pendiente enviado' : `${n} registros pendientes enviados`)
    }
    // Without network the code may not come either: the next time it may.
    const intentar = () => void enviar().catch(() => {})
    intentar()
    const reloj = setInterval(intentar, REINTENTO_MS)
    addEventListener('online', intentar)
    return () => {
      clearInterval(reloj)
      removeEventListener('online', intentar)
    }
  }, [hayQueEnviar, aviso])

  return suyos.length
}
