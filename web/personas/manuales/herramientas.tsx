import NewFolderIcon from '@mui/icons-material/CreateNewFolderOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { CategoriaManual } from '#contract/personas/manuales/manuales'
import { MenuFila } from '../../ui/menu-fila'
import type { Lugar } from './arbol'
import type { Tarea } from './dialogos'

type OnTarea = (t: Tarea) => void

/** Actions of an administrator on a document. */
export function MenuDoc({ lugar: { doc, carpetas }, onTarea }: { lugar: Lugar; onTarea: OnTarea }) {
  const carpeta = carpetas.at(-1)?.id ?? ''
  const con = (que: 'renombrar' | 'mover' | 'eliminar') => () => onTarea({ que, doc, carpeta })
  return (
    <MenuFila
      de={doc.title}
      opciones={[
        { texto: 'Renombrar', Icono: RenameIcon, onClick: con('renombrar') },
        { texto: 'Mover', Icono: MoveIcon, onClick: con('mover') },
        { texto: 'Eliminar', Icono: DeleteIcon, onClick: con('eliminar'), peligro: true },
      ]}
    />
  )
}

type Props = { carpeta: CategoriaManual | undefined; hayCarpetas: boolean; onTarea: OnTarea }

/** Actions of an administrator on folders; some need a selected folder. */
export function Herramientas({ carpeta, hayCarpetas, onTarea }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3 }}>
      <Button
        variant="outlined"
        startIcon={<UploadFileIcon />}
        disabled={!hayCarpetas}
        onClick={() => onTarea({ que: 'subir' })}
      >
        Subir
      </Button>
      <Button color="inherit" startIcon={<NewFolderIcon />} onClick={() => onTarea({ que: 'nueva' })}>
        Nueva carpeta
      </Button>
      {carpeta && (
        <Box sx={{ ml: 'auto' }}>
          <MenuFila
            de={carpeta.title}
            opciones={[
              {
                texto: 'Renombrar carpeta',
                Icono: RenameIcon,
                onClick: () => onTarea({ que: 'renombrar-carpeta', carpeta }),
              },
              {
                texto: 'Eliminar carpeta',
                Icono: DeleteIcon,
                onClick: () => onTarea({ que: 'eliminar-carpeta', carpeta }),
                peligro: true,
              },
            ]}
          />
        </Box>
      )}
    </Box>
  )
}
