import { type ReactNode, useState } from 'react'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { CampoEmpresa } from './campo-empresa'
import { useEmpresaFormulario } from './use-empresa-formulario'

/** Said wherever a form asks. */
export const ASK_EMPRESA = 'Arriba se ven todas las empresas, y esto es de una.'

type Question = { titulo: string; onClose: () => void; onChoose: (empresa: number) => void }

/** Asks for the company of what follows. */
export function AskEmpresa({ titulo, onClose, onChoose }: Question) {
  const { empresas } = useEmpresaFormulario()
  const [elegida, setElegida] = useState<number>()
  return (
    <DialogoForma
      titulo={titulo}
      accion="Seguir"
      impedido={elegida === undefined}
      error={undefined}
      onAccept={() => elegida !== undefined && onChoose(elegida)}
      onClose={onClose}
    >
      <CampoEmpresa empresas={empresas} elegida={elegida} onChoose={setElegida} helperText={ASK_EMPRESA} />
    </DialogoForma>
  )
}

type Props = {
  /** Title of the question: that of the dialog that follows. */
  titulo: string
  onClose: () => void
  children: (empresa: number) => ReactNode
}

/** A dialog that writes into one company: it asks which, where the bar says all. */
export function ParaEmpresa({ titulo, onClose, children }: Props) {
  const [dicha, setDicha] = useState<number>()
  const { empresa } = useEmpresaFormulario(dicha)
  if (empresa !== undefined) return children(empresa)
  return <AskEmpresa titulo={titulo} onClose={onClose} onChoose={setDicha} />
}
