import { pdfOf, pdfStream } from './sample-files.ts'

const CATALOGUE = '/Type /Catalog /Pages 2 0 R'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]'

/** Returns a PDF of one page that tries to run scripts and to reach the server `trap`; a link covers all of it. */
export function reachingPdf(trap: string): Buffer {
  const script = `<< /S /JavaScript /JS (app.launchURL\\("${trap}/script"\\); globalThis.trapped = "script") >>`
  const file = `<< /FS /URL /F (${trap}/file) >>`
  return pdfOf([
    `<< ${CATALOGUE} /OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> >> /URI << /Base (${trap}/) >> >>`,
    PAGES,
    `<< ${PAGE} /Contents 4 0 R /Annots [5 0 R 6 0 R] /AA << /O ${script} >> /Resources << /XObject << /P 7 0 R /J 8 0 R >> /Font << /F 9 0 R /C 10 0 R >> >> >>`,
    pdfStream(
      '',
      'q 90 0 0 90 72 72 cm /P Do Q q 90 0 0 90 172 72 cm /J Do Q BT /F 24 Tf 72 700 Td (Hostile) Tj /C 24 Tf (ab) Tj ET',
    ),
    `<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /F 4 /A << /S /URI /URI (${trap}/link) /Next ${script} >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [72 72 200 90] /A << /S /SubmitForm /F ${file} >> /AA << /F ${script} >> >>`,
    pdfStream(
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /F ${file}`,
      '',
    ),
    pdfStream('/Type /XObject /Subtype /Image /Width 9 /Height 9 /Filter /JPXDecode', 'not a picture'),
    `<< /Type /Font /Subtype /TrueType /BaseFont /Helvetica /FontDescriptor << /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontFile2 11 0 R >> >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>] >>',
    pdfStream(`/F ${file}`, ''),
  ])
}

/** Returns a PDF of one page whose drawing never ends: each of its parts contains the next twice. */
export function endlessPdf(): Buffer {
  const parts = 34
  const first = 5
  return pdfOf([
    `<< ${CATALOGUE} >>`,
    PAGES,
    `<< ${PAGE} /Contents 4 0 R /Resources << /XObject << /X ${first} 0 R >> >> >>`,
    pdfStream('', '/X Do'),
    ...Array.from({ length: parts }, (_, index) =>
      pdfStream(
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${first + index + 1} 0 R >> >>`,
        index === parts - 1 ? '0 0 m 9 9 l S' : '/X Do /X Do',
      ),
    ),
  ])
}

/** Returns a PDF of one page that claims to be a hundred thousand kilometres long, with a picture of 60,000 by 60,000 pixels. */
export function hugePdf(): Buffer {
  return pdfOf([
    `<< ${CATALOGUE} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 300000000000] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    pdfStream('', '600 0 0 300000000000 0 0 cm /P Do'),
    pdfStream(
      '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
      'x',
    ),
  ])
}
