import { Confirm } from '../ui/feedback/confirm'

type Props = {
  /** The question; undefined closes the dialog. */
  pregunta: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks whether an identifier that is no MAC is a serial number. */
export function ConfirmSerie({ pregunta, ...acciones }: Props) {
  return (
    <Confirm
      abierto={pregunta !== undefined}
      titulo="No es una MAC"
      texto={pregunta ?? ''}
      accion="Sí, lo es"
      {...acciones}
    />
  )
}
