import { Confirmar } from '../ui/confirmar'

type Props = {
  /** What is asked; undefined closes. */
  pregunta: string | undefined
  onConfirmar: () => void
  onCancelar: () => void
}

/** Asks whether what is no MAC is a serial number. */
export function ConfirmarSerie({ pregunta, ...acciones }: Props) {
  return (
    <Confirmar
      abierto={pregunta !== undefined}
      titulo="No es una MAC"
      texto={pregunta ?? ''}
      accion="Sí, lo es"
      {...acciones}
    />
  )
}
