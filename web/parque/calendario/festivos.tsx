import AddIcon from '@mui/icons-material/AddOutlined'
import CloseIcon from '@mui/icons-material/CloseOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type Festivo, festivosOf } from '#contract/parque/calendario/values'
import { useHoy } from '../../lib/time/hoy'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { tono } from '../../ui/theme/tono'

const FECHA = new Intl.DateTimeFormat('es', {
  weekday: 'short',
  day: '2-digit',
  month: 'long',
  timeZone: 'UTC',
})

type Props = { festivos: readonly Festivo[]; onChange: (festivos: Festivo[]) => void }

const inOrder = (f: readonly Festivo[]) => [...f].sort((a, b) => (a.dia < b.dia ? -1 : 1))

/** Closed days of the plant, by year, with the usual ones of a year. */
export function Festivos({ festivos, onChange }: Props) {
  const anno = Number(useHoy().slice(0, 4))
  const [dia, setDia] = useState('')
  const [nombre, setNombre] = useState('')
  const annos = [...new Set(festivos.map((f) => f.dia.slice(0, 4)))].sort()
  const hay = new Set(festivos.map((f) => f.dia))
  const add = () => {
    if (!dia || hay.has(dia)) return
    onChange(inOrder([...festivos, { dia, nombre: nombre.trim() || 'Cerrado' }]))
    setDia('')
    setNombre('')
  }
  return (
    <Box component="section" aria-label="Festivos">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 3 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 120 }}>
          Festivos y cierres
        </Typography>
        {[anno, anno + 1].map((a) => {
          const faltan = festivosOf(a).filter((f) => !hay.has(f.dia))
          return (
            <Button
              key={a}
              size="small"
              variant="outlined"
              disabled={!faltan.length}
              onClick={() => onChange(inOrder([...festivos, ...faltan]))}
            >
              Añadir los de {a}
            </Button>
          )
        })}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        Se proponen los nacionales, los del País Vasco y Álava y el de Vitoria-Gasteiz. Compruébalos con el
        calendario laboral publicado y añade los cierres de la planta. Un turno que empieza en un festivo no
        se trabaja.
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '240px 1fr auto' },
          gap: 3,
          alignItems: 'center',
          mb: 4,
        }}
      >
        <CampoDia
          etiqueta="Día de cierre"
          valor={dia || undefined}
          onChange={(d) => setDia(d ?? '')}
          {...(hay.has(dia) && { error: 'Ya está en la lista.' })}
        />
        <TextField
          size="small"
          label="Motivo"
          value={nombre}
          onChange={(e) => setNombre(e.target.value)}
          onKeyDown={(e) => {
            if (e.key !== 'Enter') return
            e.preventDefault()
            add()
          }}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Button startIcon={<AddIcon />} disabled={!dia || hay.has(dia)} onClick={add}>
          Añadir
        </Button>
      </Box>
      {festivos.length === 0 && (
        <EstadoVacio texto="Sin festivos" ayuda="Todos los días con turnos cuentan como abiertos." />
      )}
      {annos.map((a) => (
        <Box key={a} component="details" open={Number(a) >= anno} sx={{ mb: 4 }}>
          <Box
            component="summary"
            sx={{ cursor: 'pointer', fontSize: 13, fontWeight: 550, mb: 1, minHeight: 24 }}
          >
            {a}
          </Box>
          <Box
            component="ul"
            aria-label={`Festivos de ${a}`}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              columnGap: 6,
              columns: { xs: 1, md: 2 },
              fontSize: 13,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {festivos
              .filter((f) => f.dia.startsWith(a))
              .map((f) => (
                <Box
                  component="li"
                  key={f.dia}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 2,
                    breakInside: 'avoid',
                    borderTop: `1px solid ${tono('line')}`,
                    minHeight: 36,
                  }}
                >
                  <Box
                    component="span"
                    sx={{ width: 148, flex: 'none', whiteSpace: 'nowrap', color: tono('muted') }}
                  >
                    {FECHA.format(new Date(`${f.dia}T00:00:00Z`))}
                  </Box>
                  <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                    {f.nombre}
                  </Box>
                  <IconButton
                    size="small"
                    aria-label={`Quitar ${f.nombre}, ${f.dia}`}
                    onClick={() => onChange(festivos.filter((x) => x.dia !== f.dia))}
                  >
                    <CloseIcon sx={{ fontSize: 16 }} />
                  </IconButton>
                </Box>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
