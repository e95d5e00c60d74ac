import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { FilaPila } from '#contract/cuentas/pilas/pilas'
import { MAX_PILAS_LOTE } from '#contract/cuentas/pilas/values'
import { BatchBar } from '../../dominio/list-screen/batch-bar'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoCambio } from './dialogo-cambio'
import { CLAVE } from './queries'

/** Results: what was stored, and what was not. */
type Hecho = { cambios: number[]; malos: string[] }

/** @param dia null: there was no exchange */
async function answerEach(elegidas: FilaPila[], dia: string | null): Promise<Hecho> {
  const hecho: Hecho = { cambios: [], malos: [] }
  for (const { mac } of elegidas)
    try {
      const { cambio } = await call(api.answerPila, { body: { contenedor: mac, clave: uuid(), dia } })
      if (cambio !== null) hecho.cambios.push(cambio)
    } catch (causa) {
      hecho.malos.push((causa as Error).message)
    }
  return hecho
}

/** @param hace_s seconds since they were changed */
async function writeAll(elegidas: FilaPila[], hace_s: number, empresa: number | undefined): Promise<Hecho> {
  const { resultados } = await call(api.createCambiosPila, {
    body: { cambios: elegidas.map(({ mac }) => ({ clave: uuid(), contenedor: mac, hace_s })), empresa },
  })
  return {
    cambios: resultados.flatMap((r) => r.cambio ?? []),
    malos: resultados.filter((r) => r.status === 'error').map((r) => r.message),
  }
}

/** Actions for the selected tags: a new battery from a day on, or that there was none; with undo in the toast. */
export function LotePilas({ elegidas, onClear }: { elegidas: FilaPila[]; onClear: () => void }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const [abierto, setAbierto] = useState(false)
  const preguntadas = elegidas.filter((f) => f.pregunta)
  const todas = preguntadas.length === elegidas.length
  const reread = () => cliente.invalidateQueries({ queryKey: CLAVE })
  const undo = useMutation({
    mutationFn: (cambios: number[]) => call(api.undoCambiosPila, { body: { cambios } }),
    onSuccess: () => aviso.exito('Deshecho'),
    onError: (e) => aviso.error(e.message),
    onSettled: reread,
  })
  const say = useMutation({
    mutationFn: ({ dia, hace_s }: { dia: string | null; hace_s: number }) =>
      todas ? answerEach(elegidas, dia) : writeAll(elegidas, hace_s, elegidas[0]?.empresa),
    onSuccess: ({ cambios, malos }, { dia }) => {
      setAbierto(false)
      onClear()
      const onUndo = cambios.length ? () => undo.mutate(cambios) : undefined
      const dicho = dia === null ? 'Anotado: sin cambio de pila' : 'Cambio de pila anotado'
      if (malos.length === 0) aviso.exito(dicho, onUndo)
      else if (cambios.length === 0) aviso.error(malos[0] ?? '')
      else aviso.error(`${dicho}; ${malos.length} no: ${malos[0]}`, onUndo)
    },
    onError: (e) => aviso.error(e.message),
    onSettled: reread,
  })
  const demasiados = elegidas.length > MAX_PILAS_LOTE
  const mezcla = preguntadas.length > 0 && !todas
  const ocupado = demasiados || mezcla || say.isPending || undo.isPending
  return (
    <>
      <BatchBar
        etiqueta="Etiquetas elegidas"
        cuenta={
          (elegidas.length === 1 ? '1 elegida' : `${elegidas.length} elegidas`) +
          (mezcla ? ': responde aparte a las que preguntan' : '')
        }
        demasiados={demasiados && MAX_PILAS_LOTE}
        onClear={onClear}
      >
        <Button disabled={ocupado} onClick={() => setAbierto(true)}>
          {todas ? 'Sí, se cambió' : 'Pila cambiada'}
        </Button>
        {todas && (
          <Button disabled={ocupado} onClick={() => say.mutate({ dia: null, hace_s: 0 })}>
            No se cambió
          </Button>
        )}
      </BatchBar>
      {abierto && (
        <DialogoCambio
          elegidas={elegidas}
          ocupado={say.isPending}
          onSave={say.mutate}
          onClose={() => setAbierto(false)}
        />
      )}
    </>
  )
}
