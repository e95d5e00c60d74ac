import CheckIcon from '@mui/icons-material/Check'
import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { llano } from '../../lib/llano'
import { ListaOpciones, useOpciones } from '../../ui/opciones'
import { tono } from '../../ui/theme/tono'

/** With more companies than this the list gets a search field. */
export const MENU_MAXIMO = 12

export type Opcion = { id: number | undefined; nombre: string }

type Props = {
  ancla: HTMLElement | null
  opciones: Opcion[]
  elegida: number | undefined
  onChoose: (id: number | undefined) => void
  onClose: () => void
}

/** A list of companies that is filtered while the user types; accents are ignored. */
export function BuscadorEmpresa({ ancla, onClose, ...lista }: Props) {
  return (
    <Popover
      open={ancla !== null}
      anchorEl={ancla}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': 'Elegir empresa', sx: { width: 300, maxWidth: '92vw' } },
      }}
    >
      <Contenido {...lista} />
    </Popover>
  )
}

function Contenido({ opciones, elegida, onChoose }: Omit<Props, 'ancla' | 'onClose'>) {
  const [texto, setTexto] = useState('')
  const halladas = opciones.filter((o) => llano(o.nombre).includes(llano(texto.trim())))
  const { campo, lista, opcion, start } = useOpciones(halladas, (o) => onChoose(o.id))
  return (
    <>
      <OutlinedInput
        fullWidth
        autoFocus
        size="small"
        value={texto}
        placeholder="Buscar empresa"
        onChange={(e) => {
          setTexto(e.target.value)
          start()
        }}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 18 }} />
          </InputAdornment>
        }
        inputProps={{ ...campo, 'aria-label': 'Buscar empresa', maxLength: 120 }}
        sx={{ m: 2, width: 'calc(100% - 16px)' }}
      />
      {halladas.length > 0 && (
        <ListaOpciones {...lista} aria-label="Empresas" sx={{ maxHeight: 360 }}>
          {halladas.map((o, i) => (
            <div key={o.id ?? 'todas'} {...opcion(i, o.id === elegida)}>
              {o.nombre}
              {o.id === elegida && <CheckIcon sx={{ ml: 'auto', fontSize: 18, color: tono('brand') }} />}
            </div>
          ))}
        </ListaOpciones>
      )}
      {halladas.length === 0 && (
        <p role="status" style={{ margin: 0, padding: '0 16px 16px' }}>
          Ninguna empresa se llama así.
        </p>
      )}
    </>
  )
}
