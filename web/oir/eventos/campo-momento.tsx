import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import Popover from '@mui/material/Popover'
import { lazy, Suspense, useState } from 'react'
import { PREFIJO_TIEMPO } from '#contract/oir/eventos/values'
import { dia } from '../../lib/api/direccion'
import { Erase } from '../../ui/filtros/erase'
import { type OnWrite, useWrite } from '../../ui/filtros/write'

const Calendario = lazy(() => import('../../ui/fecha/calendario').then((m) => ({ default: m.Calendario })))

/** The size of a month, so that the popover opens at its final position. */
const HUECO = { width: 320, height: 336 }
const SIN_ACABAR = /^\d{0,4}$|^\d{4}-\d{0,2}$|^\d{4}-\d{2}-\d?$/
const ESPERA_MS = 300
const ESPERA_SIN_ACABAR_MS = 1_500

/** A half-typed day is not an error yet. */
const esperaOf = (texto: string) =>
  texto && !PREFIJO_TIEMPO.test(texto) && SIN_ACABAR.test(texto) ? ESPERA_SIN_ACABAR_MS : ESPERA_MS

type Props = {
  valor: string | undefined
  onChange: OnWrite
  /** Id of the error message, if there is one. */
  reparo: string | undefined
  className?: string
}

/** A plant day, or any prefix of `YYYY-MM-DD HH:MM:SS`: typed, or the day chosen from a calendar. */
export function CampoMomento({ valor, onChange, reparo, className }: Props) {
  const [texto, setTexto] = useWrite(valor, onChange, esperaOf)
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  return (
    <>
      <OutlinedInput
        size="small"
        value={texto}
        error={reparo !== undefined}
        onChange={(e) => setTexto(e.target.value)}
        placeholder="AAAA-MM-DD HH:MM:SS"
        inputProps={{
          'aria-label': 'Fecha y hora',
          'aria-describedby': reparo,
          maxLength: 25,
          enterKeyHint: 'search',
          inputMode: 'text',
        }}
        endAdornment={
          <>
            {texto && <Erase titulo="Borrar fecha" onClick={() => setTexto('')} />}
            <IconButton
              size="small"
              aria-label="Elegir día"
              title="Elegir día"
              aria-haspopup="dialog"
              aria-expanded={ancla !== null}
              onClick={(e) => setAncla(e.currentTarget)}
            >
              <CalendarTodayOutlined sx={{ fontSize: 18 }} />
            </IconButton>
          </>
        }
        className={className}
        sx={{ pl: 0, pr: 1 }}
      />
      <Popover
        anchorEl={ancla}
        open={ancla !== null}
        onClose={() => setAncla(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Elegir día', sx: { ...HUECO, mt: 1 } } }}
      >
        <Suspense>
          <Calendario
            valor={dia(texto.slice(0, 10))}
            onChoose={(elegido) => {
              setTexto(elegido)
              setAncla(null)
            }}
          />
        </Suspense>
      </Popover>
    </>
  )
}
