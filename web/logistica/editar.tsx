import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type FilaLt, updateLt } from '#contract/logistica'
import { llamar } from '../lib/api'

type Props = { lt: FilaLt; onCerrar: () => void; onGuardado: () => void }

/** Description and total of one code. */
export function EditarLt({ lt, onCerrar, onGuardado }: Props) {
  const id = useId()
  const [descripcion, setDescripcion] = useState(lt.descripcion)
  const [total, setTotal] = useState(String(lt.total))
  const entero = /^\d{1,7}$/.test(total.trim())
  const guardar = useMutation({
    mutationFn: () =>
      llamar(updateLt, {
        params: { codigo: lt.codigo },
        body: { empresa: lt.empresa, descripcion, total: Number(total) },
      }),
    onSuccess: onGuardado,
  })
  const enviar = (e: FormEvent) => {
    e.preventDefault()
    if (entero) guardar.mutate()
  }
  return (
    <Dialog open onClose={onCerrar} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form onSubmit={enviar}>
        <DialogTitle id={id}>LT {lt.codigo}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, pt: '8px !important' }}>
          <TextField
            label="Descripción"
            value={descripcion}
            onChange={(e) => setDescripcion(e.target.value)}
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <TextField
            label="Total"
            value={total}
            onChange={(e) => setTotal(e.target.value)}
            error={!entero}
            helperText={
              entero
                ? 'Contenedores que debe haber.'
                : 'El total debe ser un número entero, de 0 en adelante.'
            }
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7 } }}
          />
          {guardar.error && <ErrorForma texto={guardar.error.message} />}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={guardar.isPending} disabled={!entero}>
            Guardar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function ErrorForma({ texto }: { texto: string }) {
  return (
    <p role="alert" style={{ margin: 0, fontSize: 13, color: 'var(--mui-palette-error-main)' }}>
      {texto}
    </p>
  )
}
