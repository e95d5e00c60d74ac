import Button from '@mui/material/Button'
import { useState } from 'react'
import type { FilaPerdida } from '#contract/cuentas/perdidas/perdidas'
import {
  CLASES_ASIENTO,
  type ClaseAsiento,
  DESDE_PELDANO,
  MAX_PERDIDAS_LOTE,
} from '#contract/cuentas/perdidas/values'
import { BatchBar } from '../../dominio/list-screen/batch-bar'
import { useAsientos } from '../../dominio/use-asientos'
import { useAdministra } from '../../lib/session/sesion'
import { DialogoAsiento } from './dialogo-asiento'
import { DE_CLASE } from './textos'

/** Actions for the selected containers: with confirmation, and with undo in the toast. */
export function LotePerdidas({ elegidas, onClear }: { elegidas: FilaPerdida[]; onClear: () => void }) {
  const administra = useAdministra()
  const [clase, setClase] = useState<ClaseAsiento>()
  const { say, undo } = useAsientos()
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
          onSave={(escrito) =>
            say.mutate(
              { ...escrito, contenedores: elegidas.map((f) => f.mac), clase, hecho: DE_CLASE[clase].hecho },
              {
                onSuccess: () => {
                  setClase(undefined)
                  onClear()
                },
              },
            )
          }
          onClose={() => {
            say.reset()
            setClase(undefined)
          }}
        />
      )}
    </>
  )
}
