import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useCallback, useEffect, useState } from 'react'
import { formatDia } from '#contract/values/comunes'
import { tono } from '../theme/tono'
import type { Entrada, PropsCampoDia } from './campo'

type Selector = typeof import('./selector-dia').SelectorDia
let traido: Selector | undefined

/**
 * A field for a plant day: typed, or chosen from a calendar; a cross clears it. The calendar code is large: it is loaded when the pointer
 * or the focus comes near, or when the field has an error. Until then a plain field of the same size stands in; no Suspense, because it
 * would take the focus off the field.
 */
export function CampoDia(props: PropsCampoDia) {
  const [Selector, setSelector] = useState(() => traido)
  const [entrada, setEntrada] = useState<Entrada>()
  const [fallo, setFallo] = useState(false)
  const fetchFile = useCallback(() => {
    import('./selector-dia').then(
      ({ SelectorDia }) => {
        traido = SelectorDia
        setSelector(() => SelectorDia)
      },
      () => setFallo(true),
    )
  }, [])
  const falta = !Selector && props.error !== undefined
  useEffect(() => {
    if (falta) fetchFile()
  }, [falta, fetchFile])
  if (Selector) return <Selector {...props} entrada={entrada} />
  return <Hueco {...props} fallo={fallo} onNear={fetchFile} onText={setEntrada} />
}

type PropsHueco = PropsCampoDia & { fallo: boolean; onNear: () => void; onText: (por: Entrada) => void }

/** The same size and the same texts, so that nothing moves when the calendar code arrives. */
function Hueco({ etiqueta, valor, className, fallo, onNear, onText }: PropsHueco) {
  return (
    <OutlinedInput
      slotProps={{ root: { role: 'group', 'aria-label': etiqueta } }}
      size="small"
      readOnly
      error={fallo}
      title={fallo ? 'No se ha podido cargar el calendario. Comprueba la conexión.' : undefined}
      fullWidth
      className={className}
      onPointerEnter={onNear}
      onBlur={() => onText(undefined)}
      value={valor ? formatDia(valor) : ''}
      placeholder="DD/MM/AAAA"
      inputProps={{
        'aria-label': etiqueta,
        onFocus: () => {
          onNear()
          onText('campo')
        },
      }}
      startAdornment={
        <span aria-hidden style={{ flex: 'none', marginRight: 8, color: tono('muted') }}>
          {etiqueta}
        </span>
      }
      endAdornment={
        <IconButton
          size="small"
          tabIndex={-1}
          aria-label={`Elegir fecha: ${etiqueta}`}
          onClick={() => onText('calendario')}
          sx={{ width: 28, height: 28 }}
        >
          <CalendarTodayOutlined sx={{ fontSize: 18 }} />
        </IconButton>
      }
      sx={{ height: 36, minWidth: 208, px: 2.5, pr: 1, '@media (pointer: coarse)': { height: 44 } }}
    />
  )
}
