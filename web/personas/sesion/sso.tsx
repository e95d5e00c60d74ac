import LoginIcon from '@mui/icons-material/LoginOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import { api } from '../../lib/api/llamadas'
import { useInstalacion } from '../../lib/instalacion'

/** Reasons why a login by the provider failed; `%s` is its name. */
const FALLOS: Record<string, string> = {
  cancelado: 'No se ha entrado con %s: se ha cancelado allí.',
  caducado: 'Ese intento de entrar con %s ha caducado o no se empezó en este navegador. Vuelve a probar.',
  proveedor: '%s no responde ahora. Vuelve a probar en un rato, o entra con una cuenta de Retorna.',
  no_valido:
    'La respuesta de %s no se puede dar por buena. Vuelve a probar; si se repite, avisa a quien administra Retorna.',
  sin_grupo:
    'Tu cuenta de %s no está en ningún grupo con acceso a Retorna. Pide a quien lleva las cuentas de tu empresa que te añada a uno.',
  empresa:
    'El grupo de tu cuenta lleva a una empresa que no está en Retorna. Avisa a quien administra Retorna.',
  desactivada: 'Tu cuenta está desactivada en Retorna. Habla con quien administra tu empresa.',
}

export function FalloSso({ motivo }: { motivo: string }) {
  const nombre = useInstalacion()?.sso ?? 'el proveedor'
  const texto = (FALLOS[motivo] ?? (FALLOS.no_valido as string)).replace('%s', nombre)
  return (
    <Alert severity={motivo === 'cancelado' ? 'info' : 'error'} variant="outlined" sx={{ mb: 4 }}>
      {texto.charAt(0).toLocaleUpperCase('es') + texto.slice(1)}
    </Alert>
  )
}

/**
 * Login by the identity provider, if there is one.
 * @param volver path to return to
 */
export function EntrarConSso({ volver }: { volver: string | undefined }) {
  const nombre = useInstalacion()?.sso
  if (!nombre) return null
  return (
    <>
      <Divider sx={{ color: 'text.secondary', fontSize: 13 }}>o</Divider>
      <Button
        href={`${api.enterSso.path}${volver ? `?${new URLSearchParams({ volver })}` : ''}`}
        variant="outlined"
        size="large"
        startIcon={<LoginIcon />}
      >
        Entrar con {nombre}
      </Button>
    </>
  )
}
