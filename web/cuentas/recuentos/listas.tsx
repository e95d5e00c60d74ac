import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { memo, useMemo, useState } from 'react'
import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import {
  type CifrasRecuento,
  claveOf,
  isEn,
  type LineaRecuento,
} from '#contract/cuentas/recuentos/reglas-values'
import {
  LISTAS_RECUENTO,
  type ListaRecuento,
  NOMBRE_LISTA,
  NOMBRE_RESULTADO,
} from '#contract/cuentas/recuentos/values'
import { entero } from '../../lib/formato'
import { useCambia } from '../../lib/session/sesion'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { AccionesLinea } from './acciones'
import { FotoLinea } from './foto'
import { TONO } from './textos'
import type { Fotos } from './use-cuenta'

const DE_UNA_VEZ = 40

type Props = {
  lineas: LineaRecuento[]
  cifras: CifrasRecuento
  recuento: Recuento
  fotos: Fotos
  /** The container is here after all. */
  onHere: (l: LineaRecuento) => void
  /** Undo its scans. */
  onUndo: (l: LineaRecuento) => void
}

function detalleOf(l: LineaRecuento, lugar: string | null) {
  const partes = [
    l.lugar !== null && l.lugar !== lugar && `Retorna lo tenía en «${l.lugar}»`,
    l.donde !== null && `visto en «${l.donde}»`,
    l.veces > 1 && `${l.veces} escaneos: ${l.personas.join(', ')}`,
  ].filter(Boolean)
  return partes.join(' · ')
}

type PropsFila = Pick<Props, 'recuento' | 'fotos' | 'onHere' | 'onUndo'> & {
  l: LineaRecuento
  cambia: boolean
}

/** A container or code. Rendered again only when its data changed: a count has hundreds of rows. */
const Fila = memo(
  function Fila({ l, recuento, fotos, cambia, onHere, onUndo }: PropsFila) {
    const detalle = detalleOf(l, recuento.lugar)
    return (
      <Box
        component="li"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          minHeight: 48,
          py: 1,
          borderTop: `1px solid ${tono('line')}`,
        }}
      >
        <Box sx={{ flex: '1 1 150px', minWidth: 0 }}>
          <Box sx={{ fontFamily: LETRA_MONO, overflowWrap: 'anywhere' }}>{l.apodo ?? l.codigo}</Box>
          <Box sx={{ fontSize: 12, color: tono('muted') }}>
            <Box component="span" sx={{ color: tono(TONO[l.resultado]) }}>
              {NOMBRE_RESULTADO[l.resultado]}
            </Box>
            {detalle && ` · ${detalle}`}
          </Box>
        </Box>
        <FotoLinea l={l} fotos={fotos} cambia={cambia} estrecha />
        {cambia && l.resultado === 'falta' && (
          <Button size="small" variant="outlined" onClick={() => onHere(l)}>
            Está aquí
          </Button>
        )}
        <AccionesLinea l={l} recuento={recuento} />
        {cambia && l.veces > 0 && (
          <Button
            size="small"
            color="inherit"
            aria-label={`Quitar ${l.apodo ?? l.codigo}`}
            onClick={() => onUndo(l)}
          >
            Quitar
          </Button>
        )}
      </Box>
    )
  },
  (a, b) =>
    a.recuento === b.recuento &&
    (a.fotos === b.fotos || b.l.resultado !== 'desconocido') &&
    a.l.foto === b.l.foto &&
    a.cambia === b.cambia &&
    a.onHere === b.onHere &&
    a.onUndo === b.onUndo &&
    a.l.resultado === b.l.resultado &&
    a.l.veces === b.l.veces &&
    a.l.donde === b.l.donde &&
    a.l.personas.join() === b.l.personas.join(),
)

/** The lists of an open count, with actions for each row. */
export const ListasCuenta = memo(function ListasCuenta(p: Props) {
  const { lineas, cifras, recuento, fotos, onHere, onUndo } = p
  const cambia = useCambia()
  const [lista, setLista] = useState<ListaRecuento>('faltantes')
  const [busca, setBusca] = useState('')
  const [cuantas, setCuantas] = useState(DE_UNA_VEZ)
  const suyas = useMemo(() => {
    const parte = busca.trim().toUpperCase()
    return lineas.filter(
      (l) => isEn(lista, l) && `${l.apodo ?? ''} ${l.mac ?? ''} ${l.codigo}`.toUpperCase().includes(parte),
    )
  }, [lineas, lista, busca])
  return (
    <Box component="section" aria-label="Listas del recuento" sx={{ minWidth: 0 }}>
      <Tabs
        value={lista}
        onChange={(_, nueva: ListaRecuento) => {
          setLista(nueva)
          setCuantas(DE_UNA_VEZ)
        }}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Listas"
      >
        {LISTAS_RECUENTO.map((l) => (
          <Tab key={l} value={l} label={`${NOMBRE_LISTA[l]} ${entero(cifras[l])}`} sx={{ minHeight: 48 }} />
        ))}
      </Tabs>
      <TextField
        fullWidth
        size="small"
        label="Buscar en la lista"
        value={busca}
        onChange={(e) => setBusca(e.target.value)}
        sx={{ my: 3 }}
        slotProps={{ htmlInput: { maxLength: 64, autoComplete: 'off' } }}
      />
      {suyas.length === 0 && (
        <Typography color="textSecondary" sx={{ py: 3 }}>
          {lista === 'faltantes' && !busca ? 'No falta ninguno.' : 'Ninguno.'}
        </Typography>
      )}
      <Box component="ul" aria-label={NOMBRE_LISTA[lista]} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {suyas.slice(0, cuantas).map((l) => (
          <Fila
            key={claveOf({ mac: l.mac, codigo: l.codigo })}
            l={l}
            recuento={recuento}
            fotos={fotos}
            cambia={cambia}
            onHere={onHere}
            onUndo={onUndo}
          />
        ))}
      </Box>
      {suyas.length > cuantas && (
        <Button fullWidth onClick={() => setCuantas(cuantas + DE_UNA_VEZ)}>
          Ver más ({entero(suyas.length - cuantas)})
        </Button>
      )}
    </Box>
  )
})
