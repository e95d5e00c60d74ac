import { ImportAltas } from '../../dominio/import-altas'

const PLANTILLA = {
  nombre: 'lectores.csv',
  csv: [
    'mac_serie;apodo;tipo_dispositivo;estado;lat;lon',
    'C30000000001;LEC-01;Reader;Activado;42,8467;-2,6727',
    'C30000000002;LEC-02;Reader;Activado;42,8471;-2,6719',
    '',
  ].join('\r\n'),
}

/** Imports many readers at once; each then has its sheet. */
export const ImportLectores = (p: { onClose: () => void; onImported: (texto: string) => void }) => (
  <ImportAltas titulo="Importar lectores" plantilla={PLANTILLA} {...p} />
)
