import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useCallback, useEffect, useState } from 'react'
import { tono } from '../theme/tono'
import type { Entrada, PropsCampoDia } from './campo'

type Selector = typeof import('./selector-dia').SelectorDia
let traido: Selector | undefined

/**
 * A plant day: typed, or taken from a calendar; a cross clears it. The calendar is heavy: it is asked for when somebody
 * comes near, or when something is to be said of the day. Until then it is the same box: no Suspense, for that would
 * take the hand off it.
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

/** The same box with the same words, so that nothing moves when the calendar arrives. */
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
      value={valor ? valor.split('-').reverse().join('/') : ''}
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
