import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import type { Empresa } from '#contract/personas/acceso/sesion'
import { BuscadorEmpresa, MENU_MAXIMO } from './buscador-empresa'

type Props = {
  empresas: readonly Pick<Empresa, 'id' | 'nombre'>[]
  /** Undefined: none yet. */
  elegida: number | undefined
  onChoose: (id: number) => void
} & Pick<TextFieldProps, 'error' | 'helperText' | 'sx'>

/** A company field: a plain select for few companies, a searchable one for many. */
export function CampoEmpresa({ empresas, elegida, onChoose, ...campo }: Props) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const conBusqueda = empresas.length > MENU_MAXIMO
  const suya = empresas.find((e) => e.id === elegida)
  const enLista = conBusqueda ? (suya ? [suya] : []) : empresas
  const close = () => setAncla(null)
  return (
    <>
      <TextField
        select
        label="Empresa"
        value={suya?.id ?? ''}
        onChange={(e) => onChoose(Number(e.target.value))}
        slotProps={{
          select: {
            SelectDisplayProps: {
              'aria-label': 'Empresa',
              ...(conBusqueda && { 'aria-haspopup': 'dialog', 'aria-expanded': ancla !== null }),
            },
            ...(conBusqueda && { open: false, onOpen: (e) => setAncla(e.currentTarget as HTMLElement) }),
          },
        }}
        {...campo}
      >
        {enLista.map((e) => (
          <MenuItem key={e.id} value={e.id}>
            {e.nombre}
          </MenuItem>
        ))}
      </TextField>
      {conBusqueda && (
        <BuscadorEmpresa
          ancla={ancla}
          opciones={[...empresas]}
          elegida={elegida}
          onChoose={(id) => {
            if (id !== undefined) onChoose(id)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
