import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilaPerdida } from '#contract/dispositivos/perdidas'
import {
  CLASES_ASIENTO,
  type ClaseAsiento,
  DESDE_PELDANO,
  MAX_PERDIDAS_LOTE,
} from '#contract/valores/dispositivos/perdidas'
import { BatchBar } from '../dominio/list-screen/batch-bar'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { useAdministra } from '../lib/session/sesion'
import { useAviso } from '../ui/feedback/aviso'
import { DialogoAsiento, type Escrito } from './dialogo-asiento'
import { CLAVE } from './queries'
import { DE_CLASE } from './textos'

type Hecho = { resultados: { status: 'success' | 'error'; message: string }[] }

/** What can be said of the containers that are marked: asked first, and taken back from the toast. */
export function LotePerdidas({ elegidas, onClear }: { elegidas: FilaPerdida[]; onClear: () => void }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const administra = useAdministra()
  const [clase, setClase] = useState<ClaseAsiento>()
  const tell = ({ resultados }: Hecho, dicho: string, onUndo?: () => void) => {
    const malos = resultados.filter((r) => r.status === 'error')
    if (malos.length === 0) aviso.exito(dicho, onUndo)
    else if (malos.length === resultados.length) aviso.error(malos[0]?.message ?? '')
    else aviso.error(`${dicho}; ${malos.length} no: ${malos[0]?.message}`, onUndo)
  }
  const reread = () => cliente.invalidateQueries({ queryKey: CLAVE })
  const undo = useMutation({
    mutationFn: (asientos: number[]) => call(api.undoAsientos, { body: { asientos } }),
    onSuccess: (r) => tell(r, 'Deshecho'),
    onError: (e) => aviso.error(e.message),
    onSettled: reread,
  })
  const say = useMutation({
    mutationFn: ({ clase, lleva, nota }: Escrito & { clase: ClaseAsiento }) =>
      call(api.createAsientos, {
        body: { contenedores: elegidas.map((f) => f.mac), clase, lleva, nota },
      }),
    onSuccess: (r, { clase }) => {
      setClase(undefined)
      onClear()
      tell(r, DE_CLASE[clase].hecho, () => undo.mutate(r.asientos))
    },
    onSettled: reread,
  })
  const demasiados = elegidas.length > MAX_PERDIDAS_LOTE
  const ocupado = demasiados || say.isPending || undo.isPending
  const asientos = elegidas.flatMap((f) => f.asiento?.id ?? [])
  const clases = CLASES_ASIENTO.filter(
    (c) => (c !== 'baja' || administra) && elegidas.every((f) => DESDE_PELDANO[c].includes(f.peldano)),
  )
  return (
    <>
      <BatchBar
        etiqueta="Contenedores elegidos"
        cuenta={elegidas.length === 1 ? '1 elegido' : `${elegidas.length} elegidos`}
        demasiados={demasiados && MAX_PERDIDAS_LOTE}
        onClear={onClear}
      >
        {clases.map((c) => (
          <Button key={c} disabled={ocupado} onClick={() => setClase(c)}>
            {DE_CLASE[c].boton}
          </Button>
        ))}
        {asientos.length === elegidas.length && (
          <Button disabled={ocupado} onClick={() => undo.mutate(asientos)}>
            Deshacer lo último
          </Button>
        )}
      </BatchBar>
      {clase && (
        <DialogoAsiento
          clase={clase}
          elegidas={elegidas}
          ocupado={say.isPending}
          error={say.error?.message}
          onSave={(escrito) => say.mutate({ ...escrito, clase })}
          onClose={() => {
            say.reset()
            setClase(undefined)
          }}
        />
      )}
    </>
  )
}
