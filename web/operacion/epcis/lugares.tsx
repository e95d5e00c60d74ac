import AddIcon from '@mui/icons-material/AddOutlined'
import CloseIcon from '@mui/icons-material/CloseOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import { NOMBRES_PASO, PASOS, type Paso, reviewExtension, reviewGln } from '#contract/operacion/epcis/values'
import { Seccion } from '../../ui/seccion'

type Lugar = AjustesEpcis['lugares'][number]
type Props = {
  opciones: { id: number; nombre: string; planta: string }[]
  lugares: Lugar[]
  onChange: (lugares: Lugar[]) => void
}

/** Places with a GLN of their own, or with another business step than arriving. */
export function Lugares({ opciones, lugares, onChange }: Props) {
  const [elegido, setElegido] = useState<Props['opciones'][number] | null>(null)
  const nombreOf = (id: number) => opciones.find((o) => o.id === id)?.nombre ?? `Lugar ${id}`
  const libres = opciones.filter((o) => !lugares.some((l) => l.ubicacion === o.id))
  const put = (id: number, mas: Partial<Lugar>) =>
    onChange(lugares.map((l) => (l.ubicacion === id ? { ...l, ...mas } : l)))
  return (
    <Seccion titulo="Lugares">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        En los demás, lo que ocurre al llegar es una llegada, y el GLN es el de la empresa con el número del
        lugar.
      </Typography>
      {lugares.map((l) => {
        const nombre = nombreOf(l.ubicacion)
        const gln = l.gln ? reviewGln(l.gln) : null
        const extension = l.extension ? reviewExtension(l.extension) : null
        return (
          <Box
            key={l.ubicacion}
            role="group"
            aria-label={nombre}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr auto', sm: '1.2fr 1fr 1fr 1fr auto' },
              gap: 2,
              alignItems: 'start',
              mb: 3,
            }}
          >
            <Box sx={{ fontWeight: 550, pt: 2, gridColumn: { xs: 1, sm: 'auto' } }}>{nombre}</Box>
            <TextField
              select
              size="small"
              label="Al llegar"
              value={l.paso}
              onChange={(e) => put(l.ubicacion, { paso: e.target.value as Paso })}
              sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
            >
              {NOMBRES_PASO.map((p) => (
                <MenuItem key={p} value={p}>
                  {PASOS[p]}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              size="small"
              label="GLN"
              value={l.gln ?? ''}
              onChange={(e) => put(l.ubicacion, { gln: e.target.value.trim() || null })}
              error={gln !== null}
              helperText={gln}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 13 } }}
              sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
            />
            <TextField
              size="small"
              label="Extensión"
              value={l.extension ?? ''}
              onChange={(e) => put(l.ubicacion, { extension: e.target.value.trim() || null })}
              error={extension !== null}
              helperText={extension}
              slotProps={{ htmlInput: { maxLength: 20, spellCheck: false } }}
              sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
            />
            <IconButton
              aria-label={`Quitar ${nombre}`}
              onClick={() => onChange(lugares.filter((x) => x.ubicacion !== l.ubicacion))}
              sx={{ gridColumn: { xs: 2, sm: 'auto' }, gridRow: { xs: 1, sm: 'auto' } }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
        )
      })}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', maxWidth: 400 }}>
        <Autocomplete
          fullWidth
          size="small"
          options={libres}
          value={elegido}
          getOptionKey={(o) => o.id}
          getOptionLabel={(o) => o.nombre}
          onChange={(_e, o) => setElegido(o)}
          noOptionsText="No quedan lugares"
          renderInput={(props) => <TextField {...props} label="Lugar" />}
        />
        <IconButton
          aria-label="Añadir el lugar"
          disabled={!elegido}
          onClick={() => {
            if (elegido)
              onChange([...lugares, { ubicacion: elegido.id, gln: null, extension: null, paso: 'receiving' }])
            setElegido(null)
          }}
        >
          <AddIcon />
        </IconButton>
      </Box>
    </Seccion>
  )
}
