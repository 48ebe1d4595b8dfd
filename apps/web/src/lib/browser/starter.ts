/**
 * Fetches the scripts of a page when the browser is idle, or at the first touch, key or focus. The script
 * element that holds this code names the files in `data-scripts`: the first one is run, and the others,
 * which it imports, are fetched at the same time. This code must stand before the script that records early
 * input (early-input.ts), because that script stops clicks for all later listeners.
 *
 * If the event "load" doesn't come, because a picture never arrives, the scripts are fetched after 8 s.
 * Safari has no idle callback.
 */
export const starterScript = `{const{nonce,dataset}=document.currentScript,kinds=["pointerdown","keydown","focusin","input","click"];let started;const start=()=>{if(started)return;started=true;for(const k of kinds)removeEventListener(k,start,true);dataset.scripts.split(" ").forEach((file,i)=>{const e=document.createElement(i?"link":"script");e.nonce=nonce;if(i){e.rel="modulepreload";e.href=file}else{e.type="module";e.src=file}document.head.append(e)})};for(const k of kinds)addEventListener(k,start,true);addEventListener("load",()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2e3}):setTimeout(start,200));setTimeout(start,8e3)}`;
