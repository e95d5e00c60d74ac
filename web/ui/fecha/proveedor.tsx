import { AdapterLuxon } from '@mui/x-date-pickers/AdapterLuxon'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { esES } from '@mui/x-date-pickers/locales'
import type { ReactNode } from 'react'

const TEXTOS = {
  ...esES.components.MuiLocalizationProvider.defaultProps.localeText,
  okButtonLabel: 'Aceptar',
  fieldClearLabel: 'Borrar fecha',
  day: 'Día',
  weekDay: 'Día de la semana',
}

/** Spanish texts and luxon for the date pickers inside; only lazily loaded modules import it, because it is large. */
export function ProveedorFechas({ children }: { children: ReactNode }) {
  return (
    <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="es" localeText={TEXTOS}>
      {children}
    </LocalizationProvider>
  )
}
