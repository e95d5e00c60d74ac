import CheckIcon from '@mui/icons-material/Check'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import FilterAltOutlined from '@mui/icons-material/FilterAltOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { MenuFila } from '../../ui/menu-fila'
import { tono } from '../../ui/theme/tono'
import { formatVista } from './textos'

export type TareaVista = 'send' | 'rename' | 'replace' | 'remove'

const Fila = styled('li')({
  display: 'flex',
  alignItems: 'center',
  paddingRight: 8,
  '&:hover': { background: tono('ground') },
})

const Nombre = styled(ButtonBase)({
  flex: 1,
  minWidth: 0,
  minHeight: 40,
  padding: '4px 8px 4px 16px',
  display: 'flex',
  justifyContent: 'flex-start',
  gap: 8,
  textAlign: 'left',
  font: 'inherit',
  fontSize: 13,
  '& > span': { minWidth: 0 },
  '& b, & small': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b': { fontWeight: 550 },
  '& small': { fontSize: 12, color: tono('muted') },
  '&.Mui-focusVisible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { minHeight: 44 },
})

type Props = {
  vista: Vista
  /** This view is on screen now. */
  puesta: boolean
  onApply: () => void
  onTarea: (que: TareaVista) => void
}

/** A view in the list: a click on its name applies it, the three dots have the other actions. */
export function FilaVista({ vista, puesta, onApply, onTarea }: Props) {
  const detalle = formatVista(vista)
  const opcion = (que: TareaVista, texto: string, Icono: typeof EditOutlined, peligro?: boolean) => ({
    texto,
    Icono,
    peligro,
    onClick: () => onTarea(que),
  })
  return (
    <Fila>
      <Nombre onClick={onApply} aria-current={puesta || undefined}>
        <span>
          <b>{vista.nombre}</b>
          {detalle && <small>{detalle}</small>}
        </span>
        {puesta && <CheckIcon sx={{ fontSize: 18, ml: 'auto', color: tono('brand') }} />}
      </Nombre>
      <MenuFila
        de={vista.nombre}
        opciones={[
          opcion('send', 'Enviar por correo…', MailOutlined),
          ...(vista.mia
            ? [
                opcion('rename', 'Nombre y compartir…', EditOutlined),
                opcion('replace', 'Poner los filtros de ahora', FilterAltOutlined),
              ]
            : []),
          ...(vista.eliminable ? [opcion('remove', 'Eliminar…', DeleteOutlined, true)] : []),
        ]}
      />
    </Fila>
  )
}
