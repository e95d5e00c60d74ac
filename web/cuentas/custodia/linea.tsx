import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FilaExtracto } from '#contract/cuentas/custodia/custodia'
import { LARGO_NOTA_CUSTODIA, NOMBRE_DICHO, NOMBRE_MOVIMIENTO } from '#contract/cuentas/custodia/values'
import { parseNumero } from '#contract/values/numero'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero, fechaHora } from '../../lib/formato'
import { useCambia } from '../../lib/session/sesion'
import { useZona } from '../../lib/time/zona'
import { CampoNumero } from '../../ui/campo-numero'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { UndoWhile } from '../../ui/feedback/undo-while'
import { tono } from '../../ui/theme/tono'
import { PruebaDada } from './prueba-dada'
import { CLAVE, pruebaQuery } from './queries'
import { formatCantidad, formatOtro, formatVisto } from './textos'
import { useUndoMovimiento } from './use-undo'

type Que = 'disputa' | 'respuesta' | 'acuerdo'
const BOTON: Record<Que, string> = { disputa: 'Disputar', respuesta: 'Contestar', acuerdo: 'Acordar' }
const HECHO: Record<Que, string> = {
  disputa: 'Línea en disputa',
  respuesta: 'Línea contestada',
  acuerdo: 'Línea acordada',
}

/** The messages that can be added to a line now. */
function quesOf(linea: FilaExtracto, cambia: boolean, deTercero: boolean): Que[] {
  if (!cambia) return []
  const last = linea.dichos.at(-1)?.clase
  const firme = linea.anulada || linea.clase === 'anulada' || linea.clase === 'acuerdo'
  const propias: Que[] =
    last === 'disputa' ? ['respuesta', 'acuerdo'] : last === 'respuesta' ? ['acuerdo'] : []
  return [
    ...(firme || last === 'disputa' ? [] : (['disputa'] as const)),
    ...(deTercero ? [] : propias),
  ].toReversed()
}

type PropsDemostracion = Pick<FilaExtracto, 'id' | 'clase'> & { onUndone: () => void }

/** The proof of a line; who has just entered it may undo it. */
function Demostracion({ id, clase, onUndone }: PropsDemostracion) {
  const { data, error, dataUpdatedAt } = useQuery(pruebaQuery(id))
  const undo = useUndoMovimiento(onUndone)
  const zona = useZona()
  if (error) return <Typography color="error">{error.message}</Typography>
  if (!data) return <Typography variant="body2">Buscando la prueba…</Typography>
  const { visto, ultimo, recuento, deshacer } = data
  return (
    <>
      {deshacer && (
        <UndoWhile
          segundos={deshacer.segundos}
          desde={dataUpdatedAt}
          hecho={
            deshacer.movimientos === 1
              ? 'Anotado'
              : `Anotado junto con otros ${entero(deshacer.movimientos - 1)}`
          }
          accion={deshacer.movimientos === 1 ? 'Deshacer' : `Deshacer los ${entero(deshacer.movimientos)}`}
          ocupado={undo.isPending}
          onUndo={() => undo.mutate(id)}
        />
      )}
      <Box
        component="dl"
        aria-label="Prueba"
        sx={{ m: 0, fontSize: 14, '& dt': { color: tono('muted') }, '& dd': { m: 0, mb: 2 } }}
      >
        <dt>
          {!visto ? 'Anotado por' : clase === 'salida' ? 'Oído por última vez antes de salir' : 'Visto'}
        </dt>
        <dd>
          {visto
            ? `${fechaHora(visto.momento, zona)}: ${formatVisto(visto)}`
            : [data.persona ?? 'el registro', data.documento].filter(Boolean).join(', ')}
        </dd>
        {recuento !== null && (
          <>
            <dt>Lo demuestra</dt>
            <dd>
              <Link to="/recuentos/$id" params={{ id: String(recuento) }} style={{ color: tono('brand') }}>
                Recuento {recuento}
              </Link>
            </dd>
          </>
        )}
        {ultimo && (
          <>
            <dt>Último lugar del contenedor</dt>
            <dd>{`${fechaHora(ultimo.momento, zona)}: ${formatVisto(ultimo)}`}</dd>
          </>
        )}
      </Box>
    </>
  )
}

type Props = { linea: FilaExtracto; tercero: number; deTercero: boolean; onClose: () => void }

/** A line of a statement: its proof, its messages, and the actions on it. The line itself never changes. */
export function DialogoLinea({ linea, tercero, deTercero, onClose }: Props) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const zona = useZona()
  const ques = quesOf(linea, useCambia(), deTercero)
  const [elegido, setQue] = useState<Que>()
  const que = elegido && ques.includes(elegido) ? elegido : ques[0]
  const [nota, setNota] = useState('')
  const [descuenta, setDescuenta] = useState('0')
  const n = parseNumero(descuenta, 0)
  const say = useMutation({
    mutationFn: (que: Que) => {
      const body = { nota: nota.trim(), tercero }
      const params = { id: linea.id }
      if (que === 'disputa') return call(api.disputeMovimiento, { params, body })
      if (que === 'respuesta') return call(api.answerMovimiento, { params, body })
      return call(api.settleMovimiento, { params, body: { ...body, descuenta: n ?? Number.NaN } })
    },
    onSuccess: (_, que) => {
      setNota('')
      aviso.exito(HECHO[que])
      onClose()
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo={`${formatCantidad(linea.cantidad)} ${linea.contenedor ?? (linea.familia || 'contenedores')}`}
      accion={que ? BOTON[que] : 'Hecho'}
      cierre="Cerrar"
      ocupado={say.isPending}
      impedido={que !== undefined && (nota.trim() === '' || !(n !== null && n >= 0))}
      error={say.error?.message}
      onAccept={() => (que ? say.mutate(que) : onClose())}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {NOMBRE_MOVIMIENTO[linea.clase]}, {fechaHora(linea.momento, zona)}. {formatOtro(linea)}.
        {linea.nota && ` ${linea.nota}`}
      </Typography>
      {!deTercero && <Demostracion id={linea.id} clase={linea.clase} onUndone={onClose} />}
      {linea.dichos.length > 0 && (
        <Box component="ol" aria-label="Lo dicho de la línea" sx={{ m: 0, pl: 4, fontSize: 14 }}>
          {linea.dichos.map((d) => (
            <li key={`${d.momento} ${d.clase}`}>
              <b>{NOMBRE_DICHO[d.clase]}</b>: {d.nota}{' '}
              <span style={{ color: tono('muted') }}>
                ({d.autor}, {fechaHora(d.momento, zona)})
              </span>
              {d.prueba && <PruebaDada prueba={d.prueba} />}
            </li>
          ))}
        </Box>
      )}
      {ques.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={que}
          onChange={(_, v: Que | null) => v && setQue(v)}
          aria-label="Qué se dice"
        >
          {ques.map((q) => (
            <ToggleButton key={q} value={q}>
              {BOTON[q]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {que && (
        <TextField
          fullWidth
          multiline
          minRows={2}
          maxRows={6}
          label={que === 'disputa' ? 'Qué no es correcto' : 'Nota'}
          value={nota}
          onChange={(e) => setNota(e.target.value.replaceAll('\n', ' '))}
          slotProps={{ htmlInput: { maxLength: LARGO_NOTA_CUSTODIA } }}
        />
      )}
      {que === 'acuerdo' && (
        <CampoNumero
          size="small"
          label="Contenedores que se descuentan de su saldo"
          valor={descuenta}
          onChange={setDescuenta}
          decimales={0}
          ayuda="0: la línea vale como está. La línea no se cambia: se añade otra."
        />
      )}
    </DialogoForma>
  )
}
