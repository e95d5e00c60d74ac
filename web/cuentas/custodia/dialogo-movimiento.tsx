import Autocomplete from '@mui/material/Autocomplete'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ENTRADAS_MOVIMIENTO,
  type EntradaMovimiento,
  LARGO_DOCUMENTO,
  LARGO_NOTA_CUSTODIA,
} from '#contract/cuentas/custodia/values'
import { parseNumero } from '#contract/values/numero'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useHoy } from '../../lib/time/hoy'
import { CampoNumero } from '../../ui/campo-numero'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { CLAVE } from './queries'
import { NOMBRE_ENTRADA } from './textos'
import { useUndoMovimiento } from './use-undo'

type Props = { tercero: { id: number; nombre: string }; familias: readonly string[]; onClose: () => void }

/** Enter a delivery note, a count or an agreement: containers by name, or a number of a family. */
export function DialogoMovimiento({ tercero, familias, onClose }: Props) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const hoy = useHoy()
  const [clase, setClase] = useState<EntradaMovimiento>('enviado')
  const [dia, setDia] = useState<string | undefined>(hoy)
  const [familia, setFamilia] = useState('')
  const [cantidad, setCantidad] = useState('')
  const [nombres, setNombres] = useState('')
  const [documento, setDocumento] = useState('')
  const [nota, setNota] = useState('')
  const contenedores = nombres.split(/[\s,;]+/).filter(Boolean)
  const n = parseNumero(cantidad, 0)
  const undo = useUndoMovimiento()
  const enter = useMutation({
    mutationFn: () =>
      call(api.createMovimiento, {
        body: {
          tercero: tercero.id,
          clase,
          dia: dia === hoy ? undefined : dia,
          contenedores,
          ...(contenedores.length === 0 && { familia: familia.trim(), cantidad: n }),
          documento: documento.trim() || null,
          nota: nota.trim() || null,
        },
      }),
    onSuccess: ({ movimientos: [id], resultados }) => {
      const malos = resultados.filter((r) => r.status === 'error')
      const onUndo = id === undefined ? undefined : () => undo.mutate(id)
      if (malos.length === 0) aviso.exito('Anotado', onUndo)
      else aviso.error(`${malos.length} sin anotar: ${malos[0]?.mac}, ${malos[0]?.message}`, onUndo)
      onClose()
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo={`Anotar en ${tercero.nombre}`}
      accion="Anotar"
      ocupado={enter.isPending}
      impedido={contenedores.length === 0 && !n}
      error={enter.error?.message}
      onAccept={() => enter.mutate()}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        Lo anotado no se cambia ni se borra: se puede deshacer durante un minuto, y después lo que esté mal se
        corrige con otra línea. El tercero ve la nota.
      </Typography>
      <TextField
        select
        size="small"
        label="Qué"
        value={clase}
        onChange={(e) => setClase(e.target.value as EntradaMovimiento)}
      >
        {ENTRADAS_MOVIMIENTO.map((c) => (
          <MenuItem key={c} value={c}>
            {NOMBRE_ENTRADA[c]}
          </MenuItem>
        ))}
      </TextField>
      <CampoDia etiqueta="El día" valor={dia} max={hoy} onChange={setDia} />
      <TextField
        size="small"
        label="Contenedores (mac o serie)"
        placeholder="Separados por espacios o comas"
        value={nombres}
        onChange={(e) => setNombres(e.target.value)}
        helperText={`${
          clase === 'perdida'
            ? 'Los que nadie oye desde hace días quedan también declarados en Pérdidas. '
            : ''
        }O bien cuántos, de qué familia:`}
      />
      <Autocomplete
        freeSolo
        size="small"
        options={familias}
        inputValue={familia}
        onInputChange={(_, v) => setFamilia(v)}
        disabled={contenedores.length > 0}
        renderInput={(params) => <TextField {...params} label="Familia" />}
      />
      <CampoNumero
        size="small"
        label="Cantidad"
        valor={cantidad}
        disabled={contenedores.length > 0}
        onChange={setCantidad}
        decimales={0}
        ayuda={
          clase === 'recuento'
            ? 'Los que tiene de más sobre el saldo; negativo, los que tiene de menos.'
            : ' '
        }
      />
      <TextField
        size="small"
        label="Albarán"
        value={documento}
        onChange={(e) => setDocumento(e.target.value)}
        slotProps={{ htmlInput: { maxLength: LARGO_DOCUMENTO } }}
      />
      <TextField
        size="small"
        label="Nota"
        value={nota}
        onChange={(e) => setNota(e.target.value)}
        slotProps={{ htmlInput: { maxLength: LARGO_NOTA_CUSTODIA } }}
      />
    </DialogoForma>
  )
}
