import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LoteIncidencias } from '#contract/oir/incidencias/incidencias'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { useSesion } from '../../../lib/session/sesion'
import { useAviso } from '../../../ui/feedback/aviso'
import { CLAVE, putIncidencia } from '../queries'

const FALLO = 'Error al guardar la revisión'
const n = (v: number) => v.toLocaleString('es')

/** Changes several incidents at once; the toast shows how many were changed, and how many failed. */
export function useLote() {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const sesion = useSesion()
  const tell = ({ resultados, data }: LoteIncidencias, hecho: (cuantas: number) => string) => {
    for (const i of data) {
      putIncidencia(cliente, i)
      void cliente.invalidateQueries({ queryKey: [...CLAVE.detalle, i.id] })
    }
    const [primero] = resultados.filter((r) => r.status === 'error')
    const hechas = resultados.length - resultados.filter((r) => r.status === 'error').length
    if (!primero) aviso.exito(hecho(hechas))
    else aviso.error(hechas > 0 ? `${hecho(hechas)}; las demás no: ${primero.message}` : primero.message)
  }
  const onError = (e: Error) => aviso.error(`${FALLO}: ${e.message}`)
  const close = useMutation({
    mutationFn: (body: { ids: number[]; nota: string | undefined; mirado: boolean }) =>
      call(api.closeIncidencias, { body }),
    onSuccess: (r) => tell(r, (k) => (k === 1 ? 'Incidencia cerrada' : `${n(k)} incidencias cerradas`)),
    onError,
  })
  const assign = useMutation({
    mutationFn: ({ ids, usuario }: { ids: number[]; usuario: { id: number; nombre: string } | null }) =>
      call(api.assignIncidencias, { body: { ids, usuario: usuario?.id ?? null } }),
    onSuccess: (r, { usuario }) =>
      tell(r, (k) => {
        const que = k === 1 ? 'La incidencia' : `Las ${n(k)} incidencias`
        const la = k === 1 ? 'la' : 'las'
        if (!usuario) return `${que} ya no ${la} lleva nadie`
        return usuario.id === sesion?.id ? `${que} ${la} llevas tú` : `${que} ${la} lleva ${usuario.nombre}`
      }),
    onError,
  })
  return { close, assign }
}
