import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import OutlinedInput from '@mui/material/OutlinedInput'
import { lazy, Suspense } from 'react'
import { tono } from '../tono'

export type PropsCampoDia = {
  /** Plant day, `YYYY-MM-DD`. */
  valor: string | undefined
  /** A whole day between `min` and `max`, or nothing; a day that is still being typed is not told. */
  onCambio: (dia: string | undefined) => void
  /** Stands in the field, before the day. */
  etiqueta: string
  min?: string
  max?: string
  /** What is wrong with the day beside others, as the screen knows. */
  error?: string
  className?: string
}

const SelectorDia = lazy(() => import('./selector-dia').then((m) => ({ default: m.SelectorDia })))

/** A plant day: typed, or taken from a calendar; a cross clears it. The calendar comes after the screen. */
export function CampoDia(props: PropsCampoDia) {
  return (
    <Suspense fallback={<Hueco {...props} />}>
      <SelectorDia {...props} />
    </Suspense>
  )
}

/** The same box with the same words, so that nothing moves when the calendar arrives. */
function Hueco({ etiqueta, valor, className }: PropsCampoDia) {
  return (
    <OutlinedInput
      size="small"
      readOnly
      fullWidth
      className={className}
      value={valor ? valor.split('-').reverse().join('/') : ''}
      placeholder="DD/MM/AAAA"
      inputProps={{ 'aria-label': etiqueta }}
      startAdornment={
        <span aria-hidden style={{ marginRight: 8, color: tono('muted') }}>
          {etiqueta}
        </span>
      }
      endAdornment={<CalendarTodayOutlined sx={{ fontSize: 18, mr: 1, color: tono('muted') }} />}
      sx={{ height: 36, px: 2.5, pr: 1, '@media (pointer: coarse)': { height: 44 } }}
    />
  )
}
