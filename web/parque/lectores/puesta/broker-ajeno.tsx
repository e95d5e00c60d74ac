import Alert from '@mui/material/Alert'
import type { Conexion } from '#contract/parque/lectores/lectores'
import { Secreto } from '../../../ui/secreto'

type Props = {
  ajeno: NonNullable<NonNullable<Conexion['mqtt']>['ajeno']>
  usuario: string
  clave: string
  /** What the reader publishes to, as a filter. */
  topic: string
}

/** What to add at a broker that is not Retorna's, and refuses the reader until then. */
export function BrokerAjeno({ ajeno, usuario, clave, topic }: Props) {
  // A function: `$&` in a key would be a pattern.
  const fill = (line: string) =>
    line
      .replaceAll('<usuario>', () => usuario)
      .replaceAll('<clave>', () => clave)
      .replaceAll('<topic>', () => topic)
  return (
    <>
      <Alert severity="warning" variant="outlined">
        Ese broker no es de Retorna: rechaza al lector hasta que alguien añada allí su usuario, su clave y el
        topic en el que puede publicar, y otra vez cada vez que cambie la clave. Por HTTP la clave vale ya.
      </Alert>
      <Secreto nombre="En Mosquitto, a la lista de claves" valor={fill(ajeno.clave)} />
      <Secreto nombre="En Mosquitto, a los permisos (acl_file)" valor={fill(ajeno.permiso)} />
    </>
  )
}
