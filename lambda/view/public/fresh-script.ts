/** The one script of the public page: it says when the page is out of date, and loads it anew when there is a newer one. */

/**
 * It goes by the clock of the server: that of a visitor may be wrong. Source: RFC 9111, section 4.2.3: a response is as old as its
 * `Age` says since its `Date`. A page that lies on a disk has no server.
 */
export const FRESH_SCRIPT = `
const {made}=document.documentElement.dataset,stale=document.getElementById('stale');
async function look(again){
  try{
    const answer=await fetch('fresh.json',{cache:'no-store'}),{headers}=answer;
    const fresh=await answer.json(),now=Date.parse(headers.get('date'))+1e3*headers.get('age')||Date.now();
    stale.hidden=now<Date.parse(fresh.until);
    if(again&&fresh.made>made)location.reload();
  }catch{stale.hidden=false}
}
if(location.protocol!=='file:'){look();setInterval(look,6e4,true)}
`.trim();
