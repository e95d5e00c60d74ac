import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClaseAsiento } from '#contract/cuentas/perdidas/values'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { useAviso } from '../ui/feedback/aviso'

type Hecho = { resultados: { status: 'success' | 'error'; message: string }[] }
type Dicho = {
  /** MACs. */
  contenedores: string[]
  clase: ClaseAsiento
  lleva: number | null
  nota: string | null
  /** Text of the toast. */
  hecho: string
}

/** Says something of silent containers, or takes what was said last back. A toast tells what was done, with undo. */
export function useAsientos() {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const tell = ({ resultados }: Hecho, hecho: string, onUndo?: () => void) => {
    const malos = resultados.filter((r) => r.status === 'error')
    if (malos.length === 0) aviso.exito(hecho, onUndo)
    else if (malos.length === resultados.length) aviso.error(malos[0]?.message ?? '')
    else aviso.error(`${hecho}; ${malos.length} no: ${malos[0]?.message}`, onUndo)
  }
  const reread = () =>
    Promise.all(['perdidas', 'contenedor'].map((clave) => cliente.invalidateQueries({ queryKey: [clave] })))
  const undo = useMutation({
    mutationFn: (asientos: number[]) => call(api.undoAsientos, { body: { asientos } }),
    onSuccess: (r) => tell(r, 'Deshecho'),
    onError: (e) => aviso.error(e.message),
    onSettled: reread,
  })
  const say = useMutation({
    mutationFn: ({ hecho: _, ...body }: Dicho) => call(api.createAsientos, { body }),
    onSuccess: (r, { hecho }) => tell(r, hecho, () => undo.mutate(r.asientos)),
    onSettled: reread,
  })
  return { say, undo }
}
