import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { DateTime } from 'luxon'
import { useZona } from '../../lib/time/zona'
import { ProveedorFechas } from './proveedor'

type Props = {
  /** Plant day, `YYYY-MM-DD`. */
  valor: string | undefined
  onChoose: (dia: string) => void
}

/** A calendar of plant days up to today; its code is large, so it is loaded when it is opened. */
export function Calendario({ valor, onChoose }: Props) {
  const zona = useZona()
  return (
    <ProveedorFechas>
      <DateCalendar
        autoFocus
        disableFuture
        timezone={zona}
        value={valor ? DateTime.fromISO(valor, { zone: zona }) : null}
        onChange={(dia, paso) => {
          const iso = dia?.toISODate()
          if (iso && paso === 'finish') onChoose(iso)
        }}
      />
    </ProveedorFechas>
  )
}
