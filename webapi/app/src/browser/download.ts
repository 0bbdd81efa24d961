/** Saves a blob as a file on the device, or without one the answer at an address. */
export function download(file: { name: string; content: Blob } | undefined, address: string): void {
  const link = document.createElement('a');
  link.href = file ? URL.createObjectURL(file.content) : address;
  link.download = file?.name ?? '';
  link.click();
  if (file) setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser has read it by then
}
