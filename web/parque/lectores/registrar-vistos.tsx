import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { parseNumero } from '#contract/values/numero'
import { ImportAltas } from '../../dominio/import-altas'
import { CampoNumero } from '../../ui/campo-numero'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

const CIFRAS = 3

/** The import file that registers them: nicknames of one family with consecutive numbers. */
export function csvOf(macs: readonly string[], familia: string, desde: number, tipo: string): string {
  const filas = macs.map((m, i) => `${m};${familia}-${String(desde + i).padStart(CIFRAS, '0')};${tipo}`)
  return ['mac_serie;apodo;tipo_dispositivo', ...filas, ''].join('\r\n')
}

type Props = { macs: readonly string[]; onClose: () => void; onDone: (texto: string) => void }

/** Registers several heard tags at once, after a preview. */
export function RegisterVistos({ macs, onClose, onDone }: Props) {
  const [familia, setFamilia] = useState('')
  const [desde, setDesde] = useState('1')
  const [tipo, setTipo] = useState('SmartBle')
  const [archivo, setArchivo] = useState<File>()
  const primero = parseNumero(desde, 0)
  const bien =
    /^[^-\s;"]{1,32}$/.test(familia.trim()) && primero !== null && primero >= 0 && primero < 1_000_000
  if (archivo)
    return (
      <ImportAltas titulo="Registrar lo que se oye" archivo={archivo} onClose={onClose} onImported={onDone} />
    )
  return (
    <DialogoForma
      titulo={`Registrar ${macs.length.toLocaleString('es')} ${macs.length === 1 ? 'dispositivo' : 'dispositivos'}`}
      accion="Comprobar"
      impedido={!bien}
      error={undefined}
      onAccept={() =>
        setArchivo(
          new File([csvOf(macs, familia.trim(), primero ?? 1, tipo)], 'vistos.csv', { type: 'text/csv' }),
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Familia"
        autoFocus
        fullWidth
        value={familia}
        onChange={(e) => setFamilia(e.target.value)}
        helperText="Lo que precede al guion del apodo: 20014 da 20014-001."
        slotProps={{ htmlInput: { maxLength: 32 } }}
      />
      <CampoNumero
        label="Primer número"
        fullWidth
        valor={desde}
        onChange={setDesde}
        decimales={0}
        largo={7}
      />
      <TextField select label="Tipo" fullWidth value={tipo} onChange={(e) => setTipo(e.target.value)}>
        {['SmartBle', 'iBeacon'].map((t) => (
          <MenuItem key={t} value={t}>
            {t}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" color="textSecondary">
        Antes de escribir nada se enseña qué apodo recibe cada uno, y si alguno ya está cogido.
      </Typography>
    </DialogoForma>
  )
}
