import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { issueRestablecimiento, type Usuario } from '#contract/usuarios'
import { llamar } from '../../lib/api'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/zona'
import { Secreto } from '../../ui/secreto'
import { useCambio } from '../use-cambio'

/** A code with which somebody sets a new password, shown once. */
export function Restablecimiento({ usuario, onCerrar }: { usuario: Usuario; onCerrar: () => void }) {
  const zona = useZona()
  const crear = useCambio(
    (id: number) => llamar(issueRestablecimiento, { params: { id } }),
    () => 'Código creado',
    true,
  )
  const hecho = crear.data
  return (
    <Dialog
      open
      onClose={hecho ? undefined : onCerrar}
      maxWidth="xs"
      fullWidth
      aria-labelledby="restablecimiento"
    >
      <DialogTitle id="restablecimiento">Restablecer la contraseña</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {crear.error && (
          <Alert severity="error" variant="outlined">
            {crear.error.message}
          </Alert>
        )}
        {hecho ? (
          <>
            <Typography variant="body2">
              Dáselo a {usuario.nombre}. No se vuelve a mostrar; vale una vez, hasta el{' '}
              {fechaHora(hecho.caduca, zona)}.
            </Typography>
            <Secreto nombre="Código" valor={hecho.codigo} />
            <Secreto nombre="Dirección" valor={`${location.origin}/login?restablecer=1`} />
          </>
        ) : (
          <Typography variant="body2">
            Se creará un código de un solo uso con el que {usuario.nombre} ({usuario.username}) pondrá una
            contraseña nueva. La actual sigue sirviendo hasta entonces.
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        {!hecho && (
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
        )}
        <Button
          variant="contained"
          loading={crear.isPending}
          onClick={() => (hecho ? onCerrar() : crear.mutate(usuario.id))}
        >
          {hecho ? 'Lo he copiado' : 'Crear código'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
